package dev.catamaran.it.ownership;

import static dev.catamaran.fixture.Eventually.eventually;
import static dev.catamaran.fixture.Eventually.throughout;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.GoOperator;
import dev.catamaran.testcluster.OneOperator;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.TestPrimary;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Secret;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What Helm keeps stays when its primary is deleted, in whatever way. */
class KeptDataIT {
  private static final Duration LONGER_THAN_THE_COLLECTOR = Duration.ofSeconds(1);
  private static final String HOOKED = "{hook: \"pre-install,pre-upgrade\"}";

  /** The kinds with their ways to treat drift; the chart has Gadgets. */
  private static final Map<String, String> KINDS =
      Map.of("Widget", "correct", "Gizmo", "warn", "Trinket", "ignore");

  private static final Path CHART =
      TestChart.named("keeping")
          .values("{policy: \"\", hook: \"\", dropped: false}")
          .template(
              "all.yaml",
              """
              apiVersion: v1
              kind: ConfigMap
              metadata: {name: "{{ .Release.Name }}-goes"}
              ---
              apiVersion: v1
              kind: ConfigMap
              metadata: {name: "{{ .Release.Name }}-never", annotations: {helm.sh/hook: pre-rollback}}
              {{- define "data" }}
              metadata:
                name: "{{ .Release.Name }}-data"
                annotations:
                  {{- with .Values.hook }}
                  helm.sh/hook: "{{ . }}"
                  {{- end }}
                  {{- with .Values.policy }}
                  helm.sh/resource-policy: "{{ . }}"
                  {{- end }}
              {{- end }}
              {{- if not .Values.dropped }}
              ---
              apiVersion: v1
              kind: PersistentVolumeClaim
              {{- include "data" . }}
              spec:
                accessModes: [ReadWriteOnce]
                resources: {requests: {storage: 1Mi}}
              ---
              apiVersion: v1
              kind: Secret
              {{- include "data" . }}
              stringData: {password: secret}
              ---
              apiVersion: test.catamaran.dev/v1
              kind: Gadget
              {{- include "data" . }}
              spec: {}
              {{- end }}
              """)
          .path();

  @RegisterExtension static final OneOperator OPERATOR = OneOperator.of(watching());

  private static Watching watching(String... options) {
    var watching = Watching.yaml("");
    KINDS.forEach(
        (kind, drift) ->
            watching.and(
                kind,
                CHART,
                Stream.concat(Stream.of("drift: " + drift), Stream.of(options))
                    .toArray(String[]::new)));
    return watching;
  }

  /** How an object comes to be kept. */
  enum Keeper {
    LATER_CHART,
    /** Helm ignores case and white space when it uninstalls. */
    LATER_CHART_IN_ANOTHER_SPELLING,
    PERSON,
    PERSON_BEFORE_THE_CHART_DROPS_IT
  }

  static Stream<Arguments> keepers() {
    return KINDS.keySet().stream()
        .flatMap(kind -> Stream.of(Keeper.values()).map(keeper -> Arguments.of(kind, keeper)));
  }

  @ParameterizedTest
  @MethodSource("keepers")
  void isDisownedOnceItIsKept(String kind, Keeper keeper) {
    var one = made(kind, keeper.name(), "{}");
    var before = uids(one);

    switch (keeper) {
      case LATER_CHART -> one.apply("{policy: keep}");
      case LATER_CHART_IN_ANOTHER_SPELLING -> one.apply("{policy: \" Keep \"}");
      case PERSON -> annotateAll(one, "helm.sh/resource-policy: keep");
      case PERSON_BEFORE_THE_CHART_DROPS_IT -> keepAndDrop(one);
    }
    eventually(() -> assertNoneIsOwned(one));
    one.delete(DeletionPropagation.FOREGROUND);

    assertStays(before, one);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Widget", "Gizmo", "Trinket"})
  void isOwnedAgainOnceNobodyKeepsIt(String kind) {
    var one = made(kind, "again", "{policy: keep}");
    assertNoneIsOwned(one);

    one.apply("{}");

    eventually(
        () -> {
          for (var object : data(one)) {
            assertEquals(1, object.getMetadata().getOwnerReferences().size(), object::toString);
          }
        });
    assertNotEquals("True", one.condition("Drifted").get("status"));
  }

  private static void keepAndDrop(TestPrimary one) {
    annotateAll(one, "helm.sh/resource-policy: keep");
    one.apply("{dropped: true}");
    one.awaitNewestRevision("2 deployed");
  }

  /** No pass has seen the annotation: the objects are read when the finalizer is about to go. */
  @ParameterizedTest
  @ValueSource(strings = {"Widget", "Gizmo", "Trinket"})
  void staysIfItIsKeptWhileNoOperatorRuns(String kind) {
    var one = made(kind, "downtime", "{}");
    var before = uids(one);
    OPERATOR.operator().stop();
    annotateAll(one, "helm.sh/resource-policy: keep");
    one.delete();

    OPERATOR.operator().start();

    assertStays(before, one);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Widget", "Gizmo", "Trinket"})
  void isDisownedThoughTheChartDroppedItWhileNothingIsWatched(
      String kind, TestNamespace namespace) {
    namespace.operate(watching("watchDependentResources: false"));
    var one = made(namespace.one(kind, "one"), "{}");
    var before = uids(one);

    keepAndDrop(one);
    eventually(() -> assertNoneIsOwned(one));
    one.delete();

    assertStays(before, one);
  }

  /** Helm's mark says whose an object is. During a pause, nobody repairs it. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void staysIfAPersonMovesItToAnotherRelease(boolean isDropped, TestPrimary one) {
    made(one, "{}");
    var before = uids(one);
    one.pause();
    annotateAll(one, "meta.helm.sh/release-name: other");
    if (isDropped) {
      one.apply("{dropped: true}");
      one.resume();
      one.awaitNewestRevision("2 deployed");
      eventually(() -> assertNoneIsOwned(one));
      one.delete();
    } else {
      one.delete();
      one.resume();
    }

    assertStays(before, one);
  }

  @ParameterizedTest
  @EnumSource
  void isTheDataOfHooks(DeletionPropagation cascade, TestPrimary one) {
    made(one, HOOKED);
    var before = uids(one);
    assertNoneIsOwned(one);

    one.delete(cascade);

    assertStays(before, one);
  }

  @ParameterizedTest
  @EnumSource(
      value = DeletionPropagation.class,
      names = {"BACKGROUND", "FOREGROUND"})
  void isTheDataOfHooksAfterALossOfTheHistory(DeletionPropagation cascade, TestPrimary one) {
    made(one, HOOKED);
    var before = uids(one);
    OPERATOR.operator().stop();
    one.loseHistory();
    one.delete(cascade);

    OPERATOR.operator().start();

    assertStays(before, one);
  }

  @ParameterizedTest
  @EnumSource(names = "HELM_OPERATOR_PLUGINS")
  @Tag("nightly")
  void isDisownedWhereTheOtherOneOwnedIt(GoOperator predecessor, TestNamespace namespace) {
    isDisownedWhereAGoOperatorOwnedIt(predecessor, namespace);
  }

  /** Go operators make the primary the owner of all hooks. */
  @ParameterizedTest
  @EnumSource(names = "OPERATOR_SDK")
  void isDisownedWhereAGoOperatorOwnedIt(GoOperator predecessor, TestNamespace namespace) {
    var one = namespace.widget("one");
    one.load("{apiVersion: v1, kind: ConfigMap, metadata: {name: one-never}}");
    var before = runGoOperator(predecessor, one);

    namespace.operate(Watching.chart("Widget", CHART));
    one.awaitReady();
    eventually(() -> assertNoneIsOwned(one));
    assertEquals(before, uids(one));
    one.delete(DeletionPropagation.FOREGROUND);

    assertStays(before, one);
    // A person's object with the name of a hook that has never run.
    assertEquals(Map.of(), one.existing(ConfigMap.class, "never").getMetadata().getLabels());
  }

  /** Nothing names the revision, so it is neither used nor replaced by an installation. */
  @ParameterizedTest
  @EnumSource(names = "OPERATOR_SDK")
  void staysIfTheStatusOfAGoOperatorIsLost(GoOperator predecessor, TestNamespace namespace) {
    var one = namespace.widget("one");
    var before = runGoOperator(predecessor, one);
    one.mergeStatus("{\"status\": {\"deployedRelease\": null}}");

    namespace.operate(Watching.chart("Widget", CHART));

    one.awaitReason("Stalled", "RevisionNotReported");
    assertEquals(before, uids(one));
    one.delete(DeletionPropagation.BACKGROUND);
    assertStays(before, one);
  }

  private static Map<String, String> runGoOperator(GoOperator predecessor, TestPrimary one) {
    one.apply(HOOKED);
    var goOperator = one.namespace().launch(predecessor, Watching.chart("Widget", CHART));
    eventually(
        () -> assertNotEquals("", one.value("status.deployedRelease.manifest"), goOperator::log));
    goOperator.terminate();
    goOperator.awaitExit(Duration.ofMinutes(2));
    return uids(one);
  }

  private static TestPrimary made(String kind, String name, String spec) {
    var fresh = (kind + "-" + name).toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    return made(OPERATOR.namespace().one(kind, fresh), spec);
  }

  /** A claim without a volume is not ready. */
  private static TestPrimary made(TestPrimary one, String spec) {
    one.apply(spec);
    one.awaitRevisions("1 deployed");
    one.awaitValue(ConfigMap.class, "goes", "metadata.ownerReferences.0.name", one.name());
    return one;
  }

  private static void annotateAll(TestPrimary one, String annotation) {
    var patch = "metadata: {annotations: {%s}}".formatted(annotation);
    one.patch(PersistentVolumeClaim.class, "data", patch);
    one.patch(Secret.class, "data", patch);
    one.part("Gadget", "data").patch(patch);
  }

  private static List<HasMetadata> data(TestPrimary one) {
    return List.of(
        one.existing(PersistentVolumeClaim.class, "data"),
        one.existing(Secret.class, "data"),
        one.part("Gadget", "data").resource().require());
  }

  private static void assertNoneIsOwned(TestPrimary one) {
    for (var object : data(one)) {
      assertEquals(List.of(), object.getMetadata().getOwnerReferences(), object::toString);
    }
  }

  /** The collector of Kubernetes acts later than the operator, and has taken the ConfigMap. */
  private static void assertStays(Map<String, String> before, TestPrimary one) {
    eventually(() -> assertNull(one.primary()));
    one.awaitGone(ConfigMap.class, "goes");
    throughout(LONGER_THAN_THE_COLLECTOR, () -> assertEquals(before, uids(one)));
    for (var object : data(one)) {
      assertNull(object.getMetadata().getDeletionTimestamp());
    }
  }

  private static Map<String, String> uids(TestPrimary one) {
    return data(one).stream()
        .collect(
            java.util.stream.Collectors.toMap(
                HasMetadata::getKind, object -> object.getMetadata().getUid()));
  }
}
