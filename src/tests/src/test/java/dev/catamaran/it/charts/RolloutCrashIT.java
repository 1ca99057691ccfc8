package dev.catamaran.it.charts;

import static dev.catamaran.fixture.Eventually.eventually;
import static dev.catamaran.fixture.Eventually.within;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toMap;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.OperatorProcess;
import dev.catamaran.testcluster.RequestLog;
import dev.catamaran.testcluster.TestNamespace;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Leaders are killed while a rollout fails and goes back, and while the next one reaches all
 * primaries. With {@code -Drollout.primaries=1000 -Drollout.crashes=50} it takes half an hour.
 */
@Tag("nightly")
class RolloutCrashIT {
  private static final int PRIMARIES = Integer.getInteger("rollout.primaries", 8);
  private static final int CRASHES = Integer.getInteger("rollout.crashes", 2);
  private static final long SEED = Long.getLong("rollout.seed", System.currentTimeMillis());

  private static final Duration LONG = Duration.ofMinutes(40);
  private static final List<Integer> SHARES = List.of(5, 25, 100);
  private static final String FAILING = "widget.test.catamaran.dev-1";
  private static final String GOOD = "widget.test.catamaran.dev-2";
  private static final Pattern REVISION =
      Pattern.compile("sh\\.helm\\.release\\.v1\\.(w\\d+)\\.v\\d+");

  private static final String POLICY = "waves: [1, 5%, 25%, 100%], readyFor: 1s, onFailure: return";

  private final Random random = new Random(SEED);
  private final List<String> names =
      IntStream.range(0, PRIMARIES).mapToObj("w%04d"::formatted).toList();
  private final TestChart chart = TestChart.named("fleet");
  private final List<OperatorProcess> replicas = new ArrayList<>();
  private int crashes;

  @AfterEach
  void saysWhatItDid() {
    System.out.printf("rollout.seed=%d, %d leaders killed%n", SEED, crashes);
  }

  @Test
  void skipsAndRepeatsNothingWhenLeadersAreKilled(TestNamespace namespace) {
    var identity = namespace.identity();
    var requests = RequestLog.of(identity);
    edition("first", List.of());
    replicas.add(launch(namespace));
    replicas.add(launch(namespace));
    names.forEach(name -> namespace.apply("Widget", name, "{shape: round}"));
    within(LONG, () -> assertEquals(PRIMARIES, ready(namespace)));
    within(LONG, () -> assertEquals(1, RolloutIT.editions(namespace).size()));
    var before = data(namespace);

    var mixed = new ArrayList<>(names);
    Collections.shuffle(mixed, random);
    var bad = mixed.subList(0, Math.max(1, PRIMARIES / 50));
    edition("second", bad);
    awaitWhileLeadersAreKilled(namespace, FAILING, "Returned", Math.ceilDiv(CRASHES, 2));

    assertEquals(before, data(namespace), "exactly the objects of before");
    int wave = waveOf(bad.stream().mapToInt(names::indexOf).min().orElseThrow());
    var returned = RolloutIT.rollout(namespace, FAILING).get();
    assertEquals(wave + 1, returned.<Number>get("status", "wave").intValue(), () -> "" + returned);
    var untouched = names.subList(size(wave), PRIMARIES);
    var installation = List.of("create", "update");
    for (var writes : revisionsOf(requests, Set.copyOf(untouched)).entrySet()) {
      assertEquals(installation, verbs(writes.getValue()), writes.getKey());
    }

    replicas.forEach(OperatorProcess::kill);
    replicas.clear();
    requests.restart();
    edition("third", List.of());
    replicas.add(launch(namespace));
    replicas.add(launch(namespace));
    awaitWhileLeadersAreKilled(namespace, GOOD, "Completed", CRASHES);

    data(namespace).forEach((name, data) -> assertEquals("third", data.get("made"), name));
    var upgrades = revisionsOf(requests, Set.copyOf(names));
    assertEquals(Set.copyOf(names), upgrades.keySet());
    long begun = 0;
    for (var writes : upgrades.values()) {
      long created = verbs(writes).stream().filter("create"::equals).count();
      begun += created;
      assertEquals(1, finished(writes), () -> "upgraded never, or twice: " + writes);
      assertTrue(created <= 1 + crashes, () -> "more than one for each crash: " + writes);
    }
    System.out.println("interrupted and done again: " + (begun - PRIMARIES));
  }

  /**
   * How many revisions Helm ended. It ends one before it creates the next; later it writes only
   * that one is superseded. The operator ends those that the end of a leader interrupted.
   */
  private static long finished(List<RequestLog.Request> writes) {
    int finished = 0;
    var unfinished = "";
    for (var write : writes) {
      if (write.verb().equals("create")) {
        unfinished = write.name();
      } else if (write.name().equals(unfinished)) {
        finished += write.agent().startsWith("catamaran-engine") ? 1 : 0;
        unfinished = "";
      }
    }
    return finished;
  }

  private void edition(String made, List<String> bad) {
    RolloutIT.template(chart, made, bad.toArray(String[]::new));
  }

  private OperatorProcess launch(TestNamespace namespace) {
    var flags = new ArrayList<>(List.of(namespace.lease().flags()));
    flags.addAll(
        List.of(
            "--leader-election-lease-duration=6s",
            "--leader-election-renew-deadline=4s",
            "--leader-election-retry-period=500ms"));
    return namespace.launch(
        Map.of("POD_NAMESPACE", namespace.name()),
        RolloutIT.watching(chart, "{" + POLICY + "}"),
        flags.toArray(String[]::new));
  }

  /** Kills leaders until so many are killed, and replaces each by a new standby. */
  private void awaitWhileLeadersAreKilled(
      TestNamespace namespace, String rollout, String phase, int times) {
    while (crashes < times && !progress(namespace, rollout).startsWith(phase)) {
      eventually(() -> assertTrue(replicas.stream().anyMatch(RolloutCrashIT::leads), this::logs));
      var leader = replicas.stream().filter(RolloutCrashIT::leads).findFirst().orElseThrow();
      leader.killAfter(Duration.ofMillis(random.nextInt(6_000)));
      crashes++;
      replicas.remove(leader);
      replicas.add(launch(namespace));
      System.out.println(Instant.now() + " killed; " + progress(namespace, rollout));
    }
    within(LONG, () -> assertTrue(progress(namespace, rollout).startsWith(phase)));
    System.out.println(Instant.now() + " " + progress(namespace, rollout));
  }

  private String logs() {
    return replicas.stream().map(OperatorProcess::log).collect(joining("---\n"));
  }

  private static boolean leads(OperatorProcess replica) {
    return replica.log().contains("Reconciling");
  }

  private static String progress(TestNamespace namespace, String rollout) {
    var found = RolloutIT.rollout(namespace, rollout).get();
    return found == null
        ? "none"
        : "%s %s %s"
            .formatted(
                found.<Object>get("status", "phase"),
                found.<Object>get("status", "progress"),
                found.<Object>get("status", "message"));
  }

  private static long ready(TestNamespace namespace) {
    return namespace.list("Widget").stream().filter(RolloutCrashIT::isReady).count();
  }

  private static boolean isReady(GenericKubernetesResource primary) {
    List<Map<String, Object>> conditions = primary.get("status", "conditions");
    return conditions != null
        && conditions.stream()
            .anyMatch(c -> "Ready".equals(c.get("type")) && "True".equals(c.get("status")));
  }

  private static Map<String, Map<String, String>> data(TestNamespace namespace) {
    return namespace.list(ConfigMap.class).stream()
        .filter(object -> object.getMetadata().getName().endsWith("-by"))
        .collect(toMap(object -> object.getMetadata().getName(), ConfigMap::getData));
  }

  private static Map<String, List<RequestLog.Request>> revisionsOf(
      RequestLog requests, Set<String> releases) {
    return requests.requests().stream()
        .filter(RequestLog.Request::isWrite)
        .filter(request -> request.code() < 300)
        .filter(request -> releases.contains(release(request)))
        .collect(groupingBy(RolloutCrashIT::release));
  }

  private static List<String> verbs(List<RequestLog.Request> requests) {
    return requests.stream().map(RequestLog.Request::verb).toList();
  }

  /** Of a request for a stored revision; empty for others. */
  private static String release(RequestLog.Request request) {
    var matcher = REVISION.matcher(request.name());
    return matcher.matches() ? matcher.group(1) : "";
  }

  /** The wave, counted from 0, of a primary by its place in the order of names. */
  private static int waveOf(int place) {
    return (int) IntStream.range(0, SHARES.size()).filter(wave -> size(wave) <= place).count();
  }

  private static int size(int wave) {
    return wave == 0 ? 1 : Math.max(1, Math.ceilDiv(PRIMARIES * SHARES.get(wave - 1), 100));
  }
}
