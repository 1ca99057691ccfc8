package dev.catamaran.faults;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.marcnuri.helm.Helm;
import dev.catamaran.fixture.Definitions;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.SideBySide;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import dev.catamaran.testkit.TestedOperator;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.parallel.ResourceAccessMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.ResourceLockTarget;

/**
 * The operator cannot report the first revision of Helm in the status, and a user upgrades the
 * release before a later status update succeeds.
 */
@ResourceLock(
    value = "served kinds",
    mode = ResourceAccessMode.READ,
    target = ResourceLockTarget.CHILDREN)
@SuppressWarnings("NullAway.Init") // JUnit sets them before each test.
class LostReportIT {
  private FaultProxy proxy;
  private TestNamespace namespace;
  private Path chart;

  @BeforeEach
  void stand(TestNamespace ofTheTest) {
    namespace = ofTheTest;
    proxy = FaultProxy.before(namespace.cluster());
    chart =
        TestChart.named("colors")
            .values("{color: none}")
            .configMap("colors", "color", "{{ .Values.color }}")
            .path();
  }

  @AfterEach
  void close() {
    proxy.heal();
    assertEquals(List.of(), proxy.unmet(), "faults that no request has met");
  }

  @SideBySide
  void keepsTheReleaseOfItsPrimaryAfterARestart() {
    installWithoutAReport().close();
    upgradeByHand();
    proxy.heal();

    operate();

    assertGreen();
  }

  /** Only the superseded revision is stored, and no status reports a release. */
  @SideBySide
  void upgradesWhenOnlyTheRemovalOfTheUsersRevisionSucceeded() {
    installWithoutAReport();
    upgradeByHand();
    eventually(() -> assertEquals(List.of("1 superseded"), namespace.revisions("one")));

    proxy.heal();

    assertGreen();
  }

  @SideBySide
  void deletesTheWholeReleaseWithItsPrimary() {
    installWithoutAReport().close();
    upgradeByHand();
    proxy.heal();
    namespace.delete("Widget", "one");

    operate();

    eventually(() -> assertNull(namespace.primary("Widget", "one")));
    assertEquals(List.of(), namespace.revisions("one"));
    eventually(() -> assertNull(namespace.get(ConfigMap.class, "one-colors")));
  }

  /** The engine's answer has the revision. */
  @SideBySide
  void knowsARevisionThatNoWatchDelivers() {
    operate();
    var unwatched = proxy.inject(Fault.answer(403), Calls.at("/secrets\\?.*owner%3Dhelm%2Cstatus"));
    proxy.cutWatches();
    eventually(() -> assertTrue(unwatched.count() > 0));
    namespace.apply("Widget", "one", "{color: blue}");
    namespace.awaitReady("Widget", "one");
    var stored = revisionUid();

    namespace.apply("Widget", "one", "{color: green}");

    assertGreen();
    assertEquals(stored, revisionUid());
  }

  /** The status names the lost revision 1, and its digest is not that of the new revision 1. */
  @SideBySide
  void keepsTheRevisionOfAnInstallOverALostHistory() {
    var operator = operate();
    namespace.apply("Widget", "one", "{color: blue}");
    namespace.awaitReady("Widget", "one");
    namespace.pause("Widget", "one");
    namespace.apply("Widget", "one", "{color: green}");
    namespace.client().secrets().inNamespace(namespace.name()).withLabel("owner", "helm").delete();
    var release = new CompletableFuture<Void>();
    var held = proxy.inject(new Fault.HeldRequest(release), Calls.at("/secrets").by("create"));
    namespace.resume("Widget", "one");
    eventually(() -> assertEquals(1, held.count()));
    var refused = proxy.inject(Fault.answer(409), Calls.at("/one/status").thatWrite());
    release.complete(null);
    namespace.awaitRevisions("one", "1 deployed");
    eventually(() -> assertTrue(refused.count() > 0));
    operator.close();
    var stored = revisionUid();
    proxy.heal();

    operate();
    namespace.apply("Widget", "one", "{color: red}");

    eventually(
        () -> {
          assertEquals(Map.of("color", "red"), namespace.data("one-colors"));
          assertEquals(List.of("1 superseded", "2 deployed"), namespace.revisions("one"));
        });
    assertEquals(stored, revisionUid());
  }

  /** The revision of a rollback has the input of its target, and not that of the spec. */
  @SideBySide
  void keepsTheRevisionOfARollback() {
    var operator = operate();
    namespace.apply("Widget", "one", "{color: blue}");
    namespace.awaitReady("Widget", "one");
    namespace.apply("Widget", "one", "{color: green}");
    namespace.awaitReady("Widget", "one");
    var release = new CompletableFuture<Void>();
    var held = proxy.inject(new Fault.HeldRequest(release), Calls.at("/secrets").by("create"));
    namespace.annotate("Widget", "one", "catamaran.dev/rollback-to", "1");
    eventually(() -> assertEquals(1, held.count()));
    var refused = proxy.inject(Fault.answer(409), Calls.at("/one/status").thatWrite());
    release.complete(null);
    namespace.awaitRevisions("one", "1 superseded", "2 superseded", "3 deployed");
    eventually(() -> assertTrue(refused.count() > 0));
    operator.close();
    var stored = revisionUid(3);
    proxy.heal();

    operate();

    eventually(() -> assertEquals(3, reportedRevision()));
    assertEquals(stored, revisionUid(3));
    assertEquals(Map.of("color", "blue"), namespace.data("one-colors"));
  }

  @SideBySide
  @ResourceLock("served kinds")
  void keepsARevisionWhoseEditGetsNoAnswer() {
    chart = queryingIfMonitored();
    operate();
    namespace.apply("Widget", "one", "{}");
    namespace.awaitReady("Widget", "one");
    var lost =
        proxy.inject(
            new Fault.LostAnswer(), Calls.at("/secrets/sh.helm.release").by("update").first(1));
    var version = revision(1).getResourceVersion();
    withQueriedApi(
        () -> {
          eventually(() -> assertEquals(1, lost.count()));
          eventually(() -> assertNotEquals(version, revision(1).getResourceVersion()));

          assertMonitored();
        });
  }

  /** With another spec the chart makes the second revision. */
  private void assertMonitored() {
    namespace.apply("Widget", "one", "{monitored: true}");
    eventually(() -> assertEquals(Map.of("present", "true"), namespace.data("one-answer")));
    eventually(
        () -> assertEquals(List.of("1 superseded", "2 deployed"), namespace.revisions("one")));
  }

  private Path queryingIfMonitored() {
    var answer = "{{ $has := .Capabilities.APIVersions.Has \"%s/v1\" }}".formatted(group());
    return TestChart.named("asking")
        .configMap(
            "answer",
            "present",
            "\"%s{{ if .Values.monitored }}{{ $has }}{{ else }}unasked{{ end }}\""
                .formatted(answer))
        .path();
  }

  private void withQueriedApi(Runnable work) {
    var definition =
        Serialization.unmarshal(Definitions.yaml(group(), "Thing"), CustomResourceDefinition.class);
    namespace.client().resource(definition).create();
    try {
      work.run();
    } finally {
      namespace.client().resource(definition).delete();
    }
  }

  private String group() {
    return "asked.%s.example.com".formatted(namespace.name());
  }

  private int reportedRevision() {
    return Objects.requireNonNull(namespace.primary("Widget", "one"))
        .<Number>get("status", "deployedRelease", "revision")
        .intValue();
  }

  private String revisionUid() {
    return revisionUid(1);
  }

  private String revisionUid(int number) {
    return revision(number).getUid();
  }

  private ObjectMeta revision(int number) {
    return namespace.existing(Secret.class, "sh.helm.release.v1.one.v" + number).getMetadata();
  }

  private TestedOperator installWithoutAReport() {
    var release = new CompletableFuture<Void>();
    var held = proxy.inject(new Fault.HeldRequest(release), Calls.at("/configmaps").by("create"));
    var operator = operate();
    namespace.apply("Widget", "one", "{color: green}");
    eventually(() -> assertEquals(1, held.count()));
    var refused = proxy.inject(Fault.answer(409), Calls.at("/one/status").thatWrite());
    release.complete(null);
    namespace.awaitRevisions("one", "1 deployed");
    eventually(() -> assertTrue(refused.count() > 0));
    return operator;
  }

  private TestedOperator operate() {
    return namespace.operate(
        proxy.identity(namespace.identity()), Watching.chart("Widget", chart), Duration.ofHours(1));
  }

  private void upgradeByHand() {
    new Helm(chart)
        .upgrade()
        .withName("one")
        .withNamespace(namespace.name())
        .withKubeConfig(namespace.cluster().adminKubeconfig())
        .set("color", "red")
        .call();
  }

  private void assertGreen() {
    namespace.awaitReady("Widget", "one");
    eventually(
        () -> {
          assertEquals(Map.of("color", "green"), namespace.data("one-colors"));
          assertEquals(List.of("1 superseded", "2 deployed"), namespace.revisions("one"));
        });
  }
}
