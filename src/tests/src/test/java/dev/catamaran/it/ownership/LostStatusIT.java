package dev.catamaran.it.ownership;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.it.Rest;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.TestPrimary;
import dev.catamaran.testcluster.Watching;
import dev.catamaran.trial.StoredRelease;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Another client, or a backup without statuses, drops what the operator reported. */
class LostStatusIT {
  private static final String ALL = "{\"status\":null}";
  private static final String ALLOWED = "allowUnreportedRevisions: true";
  private static final String KEEP = "remediation: {upgrade: keep, install: keep}";
  private static final String AGAIN = "catamaran.dev/reconcile-at";

  @Test
  void changesNothingWhileTheOperatorRuns(TestNamespace namespace) {
    var drops =
        Map.of(
            namespace.widget("all"), ALL,
            namespace.widget("release"), "{\"status\":{\"history\":null,\"deployedRelease\":null}}",
            namespace.widget("digests"), "{\"status\":{\"history\":[],\"deployedRelease\":null}}",
            namespace.widget("half"),
                "{\"status\":{\"history\":[{\"revision\":1}],\"conditions\":[]}}");
    var all = drops.keySet();
    namespace.operate(Watching.chart("Widget", TestChart.breakable()));
    all.forEach(one -> one.deploy("{color: red}"));
    var before = uids(namespace);

    drops.forEach(TestPrimary::mergeStatus);
    all.forEach(LostStatusIT::wake);

    for (var one : all) {
      eventually(() -> assertNotEquals("", one.value("status.history.0.digest"), one::name));
      one.awaitReady();
      assertEquals("", one.value("status.history.1"));
    }
    assertEquals(before, uids(namespace));

    drops.forEach(TestPrimary::mergeStatus);
    all.forEach(one -> one.apply("{color: green}"));
    all.forEach(one -> one.awaitRevisions("1 superseded", "2 deployed"));
  }

  @Test
  void makesAPrimaryWaitIfItHappensInADowntime(TestNamespace namespace) {
    var good = namespace.widget("good");
    var pending = namespace.widget("pending");
    var failed = namespace.widget("failed");
    var first = namespace.widget("first");
    var all = List.of(good, pending, failed, first);
    var operator = namespace.operate(Watching.chart("Widget", TestChart.breakable(), KEEP));
    List.of(good, pending, failed).forEach(one -> one.deploy("{color: red, broken: false}"));
    first.apply("{color: red, broken: true}");
    failed.patch("{spec: {broken: true}}");
    failed.awaitRevisions("1 deployed", "2 failed");
    first.awaitReason("Stalled", "RetriesExceeded");
    failed.awaitReason("Stalled", "RetriesExceeded");
    operator.stop();
    StoredRelease.mark(namespace, "pending", 1, "pending-upgrade");
    all.forEach(one -> one.mergeStatus(ALL));
    var before = uids(namespace);

    operator.start();
    for (var one : all) {
      one.awaitReason("Stalled", "RevisionNotReported");
      one.awaitMessage("Ready", ALLOWED);
      assertEquals("False", one.condition("Ready").get("status"));
    }
    all.forEach(one -> one.apply("{color: green}"));
    all.forEach(LostStatusIT::wake);
    all.forEach(one -> Rest.after(operator, one, () -> one.annotate(AGAIN, "now")));
    assertEquals(before, uids(namespace));
    assertEquals(List.of("1 pending-upgrade"), pending.revisions());

    good.apply("{color: red, broken: false}");
    good.annotate(AGAIN, null);
    operator.close();
    namespace.operate(Watching.chart("Widget", TestChart.breakable(), ALLOWED));
    all.forEach(TestPrimary::awaitReady);
    assertEquals(List.of("1 deployed"), good.revisions());
    assertEquals("green", failed.data("colors").get("color"));
    assertEquals(objectUids(before), objectUids(uids(namespace)));
  }

  /** A backup gives each object a new uid. */
  @Test
  void isLostInABackupToo(TestNamespace namespace) {
    var one = namespace.widget("one");
    var operator = namespace.operate(Watching.chart("Widget", TestChart.breakable()));
    one.deploy("{color: red}");
    operator.stop();
    one.patch("{metadata: {finalizers: null}}");
    // The collector must not delete the objects, which a restored backup has.
    one.patch(ConfigMap.class, "colors", "metadata: {ownerReferences: null}");
    one.delete();
    eventually(() -> assertNull(one.primary()));
    var before = uids(namespace);
    var uid = one.apply("{color: red}").uid();

    operator.start();
    one.awaitReason("Stalled", "RevisionNotReported");
    Rest.after(operator, one, () -> one.apply("{color: green}"));
    assertEquals(before, uids(namespace));

    operator.close();
    namespace.operate(Watching.chart("Widget", TestChart.breakable(), ALLOWED));
    one.awaitReady();
    one.awaitRevisions("1 superseded", "2 deployed");
    assertEquals(uid, one.value(ConfigMap.class, "colors", "metadata.ownerReferences.0.uid"));
    assertEquals(objectUids(before), objectUids(uids(namespace)));
  }

  private static void wake(TestPrimary one) {
    one.annotate("catamaran.dev/reset-at", "once");
  }

  /** All that an installation would replace. */
  private static Map<String, String> uids(TestNamespace namespace) {
    var uids = new TreeMap<String, String>();
    Stream.<HasMetadata>concat(
            namespace.list(Secret.class).stream()
                .filter(secret -> secret.getMetadata().getName().startsWith("sh.helm")),
            namespace.list(ConfigMap.class).stream())
        .forEach(object -> uids.put(object.getMetadata().getName(), object.getMetadata().getUid()));
    return uids;
  }

  private static Map<String, String> objectUids(Map<String, String> uids) {
    var objects = new TreeMap<>(uids);
    objects.keySet().removeIf(name -> !name.endsWith("-colors"));
    return objects;
  }
}
