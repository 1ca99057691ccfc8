package dev.catamaran.simulation;

import dev.catamaran.fixture.Effects;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.api.model.StatusDetailsBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The way of each request of the operator and its Helm to the API server. Something can happen at
 * the n-th of them. Time passes only here, and where a history says so.
 */
final class Network extends Effects {
  /** The process has ended in the middle: nothing of it reaches the API server any more. */
  static final class Crash extends Error {
    private static final long serialVersionUID = 1;

    Crash() {
      super("the process is dead", null, false, false);
    }
  }

  /** What can happen to a request. */
  enum Trouble {
    /** The process ends before it. */
    CRASH,
    /** It has its effect, and the answer gets lost. */
    LOST_ANSWER,
    /** The API server refuses it, for a missing right. */
    FORBIDDEN,
    /** The API server is away, for this request and the next two. */
    OUTAGE
  }

  private final Map<Integer, Runnable> ahead = new HashMap<>();
  private final List<String> log = new ArrayList<>();
  private Instant now = Instant.parse("2026-03-01T12:00:00Z");
  private int requests;
  private int writes;
  private int outage;
  private boolean isDead;
  private boolean isAnswerLost;

  /** Lets {@code action} happen at the n-th request from now on. */
  void at(int n, Runnable action) {
    ahead.put(requests + n, action);
  }

  /** Lets a request have this trouble. */
  void trouble(Trouble trouble) {
    switch (trouble) {
      case CRASH -> isDead = true;
      case LOST_ANSWER -> isAnswerLost = true;
      case FORBIDDEN -> throw forbidden();
      case OUTAGE -> outage = 3;
    }
  }

  /** Ends all trouble, also that ahead. */
  void heal() {
    ahead.clear();
    outage = 0;
    isAnswerLost = false;
  }

  boolean isDead() {
    return isDead;
  }

  /** A new process begins. */
  void revive() {
    isDead = false;
    isAnswerLost = false;
  }

  @Override
  public void reach(String request) {
    begin(request);
    if (isAnswerLost) {
      done();
    }
  }

  @Override
  public void add(String effect) {
    begin(effect);
    writes++;
  }

  @Override
  public void done() {
    if (isAnswerLost) {
      isAnswerLost = false;
      throw new KubernetesClientException("i/o timeout");
    }
  }

  private void begin(String request) {
    now = now.plusMillis(1);
    requests++;
    var happening = ahead.remove(requests);
    tell("    " + request);
    if (happening != null) {
      happening.run();
    }
    if (isDead) {
      throw new Crash();
    }
    if (outage > 0) {
      outage--;
      throw new KubernetesClientException("connection refused");
    }
  }

  /** The number of writes that reached the API server so far. */
  int writes() {
    return writes;
  }

  /** Adds a line to the record of what happened. */
  void tell(String line) {
    log.add(line);
  }

  /** What happened, one line each. */
  String log() {
    return String.join("\n", log.subList(0, Math.min(log.size(), 200)));
  }

  private static KubernetesClientException forbidden() {
    var message =
        "secrets \"x\" is forbidden: User \"catamaran\" cannot update resource \"secrets\"";
    var details = new StatusDetailsBuilder().withKind("secrets").withName("x").build();
    return new KubernetesClientException(
        message,
        HttpURLConnection.HTTP_FORBIDDEN,
        new StatusBuilder().withMessage(message).withDetails(details).build());
  }

  void passTime(Duration time) {
    now = now.plus(time);
  }

  Clock clock() {
    return new Clock() {
      @Override
      public ZoneId getZone() {
        return ZoneOffset.UTC;
      }

      @Override
      public Clock withZone(ZoneId zone) {
        throw new UnsupportedOperationException();
      }

      @Override
      public Instant instant() {
        return now;
      }
    };
  }
}
