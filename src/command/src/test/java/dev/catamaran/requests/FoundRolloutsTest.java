package dev.catamaran.requests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.catamaran.api.ManagerException;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class FoundRolloutsTest {
  private static final FoundRollouts TWO_OPERATORS =
      FoundRollouts.of(
          List.of(
              rollout("team-a", "memcached.cache.example.com-1", "Completed"),
              rollout("team-a", "memcached.cache.example.com-2", "Halted"),
              rollout("team-b", "memcached.cache.example.com-1", "Progressing")));

  private static GenericKubernetesResource rollout(String namespace, String name, String phase) {
    return Serialization.unmarshal(
        """
        apiVersion: catamaran.dev/v1alpha1
        kind: ChartRollout
        metadata: {namespace: %s, name: %s}
        spec: {group: cache.example.com, kind: Memcached, from: a, to: b}
        status: {phase: %s}
        """
            .formatted(namespace, name, phase),
        GenericKubernetesResource.class);
  }

  @Test
  void showsTheNewestOfEachOperator() {
    assertEquals(
        List.of("team-a Halted", "team-b Progressing"),
        TWO_OPERATORS.newest().rollouts().stream()
            .map(one -> one.namespace() + " " + one.phase())
            .toList());
  }

  @Test
  void asksForTheNamespaceIfSeveralAreMeant() {
    for (var which : List.of("memcached", "Memcached.cache.example.com")) {
      var refusal =
          assertThrows(
              ManagerException.class, () -> TWO_OPERATORS.newest(Optional.of(which)), which);
      assertEquals(
          which
              + " may be Memcached.cache.example.com in namespace team-a or"
              + " Memcached.cache.example.com in namespace team-b; name one with --namespace and"
              + " KIND.GROUP",
          refusal.getMessage());
    }
  }

  @Test
  void findsAnOlderOneByItsName() {
    var one =
        FoundRollouts.of(
            List.of(rollout("a", "m.x-1", "Completed"), rollout("a", "m.x-2", "Halted")));
    assertEquals("Completed", one.newest(Optional.of("m.x-1")).rollouts().getFirst().phase());
    assertEquals("Halted", one.newest(Optional.of("memcached")).rollouts().getFirst().phase());
  }

  /** A pipeline deploys a chart, and waits for its rollout, which has not begun yet. */
  @Test
  void takesNoEarlierRolloutForThatOfAnEdition() {
    var edition = "0123456789ab";
    var before = rollout("a", "memcached.x-1", "Completed");
    var begun = rollout("a", "memcached.x-2", "Progressing");
    begun.setAdditionalProperty(
        "spec",
        Map.of(
            "group",
            "cache.example.com",
            "kind",
            "Memcached",
            "from",
            "b",
            "to",
            edition + "cdef"));
    var none = FoundRollouts.of(List.of(before)).begun(Optional.of(edition));
    assertEquals(List.of(), none.rollouts());
    var both = FoundRollouts.of(List.of(before, begun));
    for (var which : List.of(edition, "memcached")) {
      assertEquals("memcached.x-2", both.begun(Optional.of(which)).rollouts().getFirst().name());
    }
  }

  @Test
  void offersWhatHasAnEffect() {
    var offered = new TreeMap<String, List<String>>();
    for (var phase : List.of("", "Progressing", "Waiting", "Paused", "Halted", "Completed")) {
      var one = FoundRollouts.of(List.of(rollout("a", "m.x-1", phase))).rollouts().getFirst();
      offered.put(
          phase,
          RolloutRequests.commands(one).stream()
              .map(command -> command.replace("catamaran rollout ", ""))
              .toList());
    }
    var pause = "pause m.x-1 --namespace a";
    var resume = "resume m.x-1 --namespace a";
    var undo = "undo m.x-1 --namespace a";
    assertEquals(
        Map.of(
            "",
            List.of(),
            "Completed",
            List.of(),
            "Halted",
            List.of(resume + " --allow-failures 1", undo),
            "Paused",
            List.of(resume, undo),
            "Progressing",
            List.of(pause, undo),
            "Waiting",
            List.of("approve m.x-1 --wave 0 --namespace a", pause, undo)),
        offered);
  }
}
