package dev.catamaran.chaos;

import dev.catamaran.faults.Calls;
import dev.catamaran.faults.Fault;
import dev.catamaran.faults.FaultProxy;
import dev.catamaran.testcluster.OperatorProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/**
 * Causes one fault after another: of connections, of requests and of the process. Starts the
 * operator again after its end, as a kubelet does.
 */
final class Disturbances implements AutoCloseable {
  private static final Duration LONGEST_EXIT = Duration.ofMinutes(2);

  /** The time in which a client begins an ended watch again. */
  private static final int SHORTEST_MILLIS = 1_500;

  private static final int SHORT_MILLIS = 2_500;

  /** Longer than the duration of a lease. */
  private static final int LONG_MILLIS = 20_000;

  /** A fault of single requests waits so long for the first one. */
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(20);

  /** For this time after a fault the operator may exit because of a lost lease. */
  private static final Duration AFTERMATH = Duration.ofSeconds(40);

  private static final Duration PER_ATTEMPT = Duration.ofSeconds(2);
  private static final String HIT = "requests with fault";

  private final FaultProxy proxy;
  private final Supplier<OperatorProcess> launcher;
  private final Random random;
  private final Tally tally;
  private final IntConsumer attempts;
  private final Deck<Trouble> troubles;

  /** One trouble in eight may be long. */
  private final Deck<Integer> lengths;

  private final List<String> problems = new ArrayList<>();
  private final List<OperatorProcess> all = new ArrayList<>();
  private OperatorProcess operator;
  private Optional<Runnable> remedy = Optional.empty();
  private BooleanSupplier hasHit = () -> true;
  private long began = System.nanoTime();
  private long until;
  private boolean isEnding;

  private enum Trouble {
    KILLED,
    STOPPED_FOR_A_WHILE,
    TERMINATED,
    SLOW,
    CONNECTIONS_RESET,
    API_SERVER_DOWN,
    BLACK_HOLE,
    HALF_OPEN,
    WATCHES_CUT,
    // From here on, faults of single requests.
    ERRORS_500,
    ERRORS_503,
    TOO_MANY_REQUESTS,
    CONFLICTS,
    LOST_ANSWERS,
    BROKEN_ANSWERS,
    OLD_VERSIONS
  }

  /**
   * Starts the operator, without a fault.
   *
   * @param attempts gets, after each fault, the highest number of attempts that the fault may have
   *     cost a release
   */
  Disturbances(
      FaultProxy proxy,
      Supplier<OperatorProcess> launcher,
      Random random,
      Tally tally,
      IntConsumer attempts) {
    this.proxy = proxy;
    this.launcher = launcher;
    this.random = random;
    this.tally = tally;
    this.attempts = attempts;
    this.troubles = new Deck<>(EnumSet.allOf(Trouble.class), random);
    var eight = new ArrayList<>(Collections.nCopies(7, SHORT_MILLIS));
    eight.add(LONG_MILLIS);
    this.lengths = new Deck<>(eight, random);
    for (var trouble : Trouble.values()) {
      tally.expect("trouble", Tally.words(trouble));
      if (trouble.compareTo(Trouble.ERRORS_500) >= 0) {
        tally.expect(HIT, Tally.words(trouble));
      }
    }
    tally.expect("operator", "started again");
    this.operator = launcher.get();
    all.add(operator);
  }

  /** Ends a fault after its time, and sometimes begins another one. */
  void tick() {
    restartIfEnded();
    if (remedy.isPresent()) {
      long over = System.nanoTime() - until;
      if (over > 0 && (hasHit.getAsBoolean() || over > LONGEST_WAIT.toNanos())) {
        end();
      }
    } else if (random.nextBoolean()) {
      begin(troubles.deal());
    }
  }

  /** Ends the present fault. */
  void end() {
    remedy.ifPresent(
        it -> {
          it.run();
          var lasted = Duration.ofNanos(System.nanoTime() - began);
          attempts.accept(2 + (int) lasted.dividedBy(PER_ATTEMPT));
        });
    remedy = Optional.empty();
    restartIfEnded();
  }

  /** Starts the operator again if it has ended. */
  void restartIfEnded() {
    if (operator.isAlive()) {
      return;
    }
    int code = operator.awaitExit(LONGEST_EXIT);
    if (!isEnding) {
      tally.add("operator", "ended by itself with " + code);
      if (System.nanoTime() - began > AFTERMATH.toNanos()) {
        problems.add("the operator ended by itself with " + code + ":\n" + tail(operator.log()));
      }
    }
    isEnding = false;
    operator = launcher.get();
    all.add(operator);
    attempts.accept(1);
    tally.add("operator", "started again");
  }

  /** The violations by the operator. */
  List<String> problems() {
    return List.copyOf(problems);
  }

  /** The logs of its processes. */
  List<String> logs() {
    return all.stream().map(OperatorProcess::log).toList();
  }

  @Override
  public void close() {
    remedy.ifPresent(Runnable::run);
    proxy.heal();
    operator.close();
  }

  private void begin(Trouble trouble) {
    tally.add("trouble", Tally.words(trouble));
    began = System.nanoTime();
    int millis = SHORTEST_MILLIS + random.nextInt(lengths.deal());
    until = began + Duration.ofMillis(millis).toNanos();
    hasHit = () -> true;
    remedy = Optional.of(cause(trouble));
  }

  /** Causes a fault; returns the action that ends it. */
  private Runnable cause(Trouble trouble) {
    return switch (trouble) {
      case KILLED -> {
        isEnding = true;
        operator.kill();
        yield () -> {};
      }
      case TERMINATED -> {
        isEnding = true;
        // Another process may run at the end of this fault.
        var terminated = operator;
        terminated.terminate();
        yield () -> {
          int code = terminated.awaitExit(LONGEST_EXIT);
          tally.add("operator", "exited with %d after SIGTERM".formatted(code));
        };
      }
      case STOPPED_FOR_A_WHILE -> {
        operator.pause();
        yield operator::resume;
      }
      case SLOW -> proxied(() -> proxy.delay(Duration.ofMillis(20 + random.nextInt(300))));
      case CONNECTIONS_RESET -> proxied(proxy::reset);
      case API_SERVER_DOWN -> proxied(proxy::goDown);
      case BLACK_HOLE -> proxied(proxy::blackHole);
      case HALF_OPEN -> proxied(proxy::halfOpen);
      case WATCHES_CUT -> proxied(proxy::cutWatches);
      case ERRORS_500 -> injected(trouble, Fault.answer(500), some());
      case ERRORS_503 -> injected(trouble, Fault.answer(503), some());
      case TOO_MANY_REQUESTS ->
          injected(trouble, Fault.tooManyRequests(Duration.ofSeconds(1)), some());
      case CONFLICTS -> injected(trouble, Fault.answer(409), some().by("update", "patch"));
      case LOST_ANSWERS -> injected(trouble, new Fault.LostAnswer(), some().thatWrite());
      case BROKEN_ANSWERS -> injected(trouble, new Fault.ResetInBody(), some());
      case OLD_VERSIONS -> {
        var remedy = injected(trouble, new Fault.ErrorEvent(410), Calls.all().by("watch").first(5));
        proxy.cutWatches();
        yield remedy;
      }
    };
  }

  private Runnable proxied(Runnable fault) {
    fault.run();
    return proxy::heal;
  }

  private Calls some() {
    return Calls.all().withProbability(0.05 + random.nextDouble() / 2, random.nextLong());
  }

  private Runnable injected(Trouble trouble, Fault fault, Calls calls) {
    var injection = proxy.inject(fault, calls);
    hasHit = () -> injection.count() > 0;
    return () -> {
      proxy.heal();
      tally.add(HIT, Tally.words(trouble), injection.count());
    };
  }

  private static String tail(String log) {
    var lines = log.lines().toList();
    return String.join("\n", lines.subList(Math.max(0, lines.size() - 20), lines.size()));
  }
}
