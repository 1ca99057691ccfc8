package dev.catamaran.it.process;

import static dev.catamaran.fixture.Eventually.eventually;
import static dev.catamaran.fixture.Eventually.throughout;
import static java.util.stream.Collectors.toMap;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.catamaran.testcluster.RequestLog;
import dev.catamaran.testcluster.RequestLog.Request;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.upgrade.Recording;
import dev.catamaran.upgrade.Recording.State;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The operator takes the place of an earlier version: what that left is ours as it is, whatever
 * state it was left in.
 */
@Tag("nightly")
class UpgradeInPlaceIT {
  /** The old leader renews the lease meanwhile. */
  private static final Duration SIDE_BY_SIDE = Duration.ofSeconds(3);

  /** Longer than each delay of the operator before it goes on with one of these states. */
  private static final Duration QUIET = Duration.ofSeconds(5);

  private static final List<Class<? extends HasMetadata>> OBJECTS =
      List.of(PersistentVolumeClaim.class, ConfigMap.class, Secret.class, Deployment.class);

  /** What the new operator brings to its end. All other releases stay at their revisions. */
  private static final Map<String, List<String>> FINISHED =
      Map.of(
          "cut-install", List.of("1 deployed"),
          "cut-upgrade", List.of("1 superseded", "2 failed", "3 deployed"),
          "lost", List.of("1 deployed"),
          "deleted", List.of());

  /** Goes with its primary, but for what is kept. */
  private static final List<String> GOING =
      List.of("deleted-web", "deleted-colour", "deleted-data");

  static List<Recording> recordings() {
    return Recording.all();
  }

  @ParameterizedTest
  @MethodSource("recordings")
  void leavesReleasesAsTheyAre(Recording recording) {
    try (var namespace = TestNamespace.create(recording.namespace())) {
      recording.restore();
      namespace.atClose(
          () -> volumes(namespace).forEach(v -> namespace.client().resource(v).delete()));
      namespace.gate().open();
      var revisions =
          recording.states().stream()
              .collect(toMap(State::name, state -> namespace.revisions(state.name())));
      var objects = objects(namespace);
      var pods = awaitPods(namespace);

      takeTheLease(namespace, recording).awaitQuiet(QUIET);

      revisions.putAll(FINISHED);
      for (var state : recording.states()) {
        eventually(() -> assertIsRight(namespace, state));
        assertEquals(revisions.get(state.name()), namespace.revisions(state.name()), state.name());
      }
      assertEquals(objects, objects(namespace));
      assertEquals(pods, pods(namespace));
    }
  }

  /** Starts the operator as a standby beside the old leader, which stops after a while. */
  private static RequestLog takeTheLease(TestNamespace namespace, Recording recording) {
    var lease = namespace.lease();
    var old = lease.holder();
    var identity = namespace.identity();
    var requests = RequestLog.of(identity);
    var operator = namespace.launch(identity, recording.watching(), lease.flags());
    operator.awaitLog("The lease is held by " + old);
    throughout(
        SIDE_BY_SIDE,
        () -> {
          lease.renew(Duration.ZERO);
          assertEquals(List.of(), requests.requests().stream().filter(Request::isWrite).toList());
        });
    lease.give("");
    operator.awaitLog("Reconciling");
    return requests;
  }

  private static void assertIsRight(TestNamespace namespace, State state) {
    switch (state.name()) {
      case "deleted" -> assertNull(namespace.primary(state.kind(), state.name()));
      case "paused" -> assertIsTrue(namespace, state, "Paused");
      case "rolled-back", "failed-install", "failed-upgrade" ->
          assertIsTrue(namespace, state, "Stalled");
      default -> namespace.awaitReady(state.kind(), state.name());
    }
  }

  private static void assertIsTrue(TestNamespace namespace, State state, String type) {
    var condition = namespace.condition(state.kind(), state.name(), type);
    assertEquals("True", condition.get("status"), () -> state + ": " + condition);
  }

  private static List<PersistentVolume> volumes(TestNamespace namespace) {
    return namespace.client().persistentVolumes().list().getItems().stream()
        .filter(volume -> volume.getMetadata().getName().startsWith(namespace.name()))
        .toList();
  }

  /** The uids of all objects that must stay. */
  private static Map<String, String> objects(TestNamespace namespace) {
    return OBJECTS.stream()
        .flatMap(type -> namespace.list(type).stream())
        .filter(object -> !object.getMetadata().getName().startsWith("sh.helm.release"))
        .filter(object -> GOING.stream().noneMatch(object.getMetadata().getName()::startsWith))
        .collect(
            toMap(
                object -> object.getKind() + " " + object.getMetadata().getName(),
                object -> object.getMetadata().getUid(),
                (one, other) -> one,
                TreeMap::new));
  }

  /** Waits until each Deployment has its pod. */
  private static Map<String, String> awaitPods(TestNamespace namespace) {
    eventually(
        () -> {
          for (var deployment : namespace.list(Deployment.class)) {
            assertEquals(
                Integer.valueOf(1),
                deployment.getStatus().getReadyReplicas(),
                deployment.getMetadata()::getName);
            assertEquals(
                deployment.getMetadata().getGeneration(),
                deployment.getStatus().getObservedGeneration());
          }
          assertEquals(
              namespace.list(Deployment.class).size(),
              namespace.list(Pod.class).stream()
                  .filter(pod -> pod.getMetadata().getName().contains("-web-"))
                  .count());
        });
    return pods(namespace);
  }

  private static Map<String, String> pods(TestNamespace namespace) {
    return namespace.list(Pod.class).stream()
        .map(Pod::getMetadata)
        .filter(pod -> pod.getName().contains("-web-") && !pod.getName().startsWith("deleted"))
        .collect(toMap(ObjectMeta::getName, ObjectMeta::getUid, (a, b) -> a, TreeMap::new));
  }
}
