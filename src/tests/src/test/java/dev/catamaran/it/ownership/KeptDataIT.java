package dev.catamaran.it.ownership;

import static dev.catamaran.fixture.Eventually.eventually;
import static dev.catamaran.fixture.Eventually.throughout;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.GoOperator;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What Helm keeps stays when its primary is deleted, in whatever way. */
class KeptDataIT {
  private static final String POLICY = "helm.sh/resource-policy";
  private static final String ALSO_GOES = "one-goes";

  /** How an object comes to be kept. */
  enum Keeper {
    LATER_CHART {
      @Override
      void keep(TestNamespace namespace) {
        namespace.apply("Widget", "one", "{policy: keep}");
        namespace.awaitNewestRevision("one", "2 deployed");
      }
    },

    /** Helm ignores case and white space when it uninstalls. */
    LATER_CHART_IN_ANOTHER_SPELLING {
      @Override
      void keep(TestNamespace namespace) {
        namespace.apply("Widget", "one", "{policy: \" Keep \"}");
        namespace.awaitNewestRevision("one", "2 deployed");
      }
    },
    PERSON {
      @Override
      void keep(TestNamespace namespace) {
        annotateAll(namespace);
      }
    },
    PERSON_BEFORE_THE_CHART_DROPS_IT {
      @Override
      void keep(TestNamespace namespace) {
        annotateAll(namespace);
        namespace.apply("Widget", "one", "{dropped: true}");
        namespace.awaitNewestRevision("one", "2 deployed");
      }
    };

    abstract void keep(TestNamespace namespace);
  }

  static Stream<Arguments> keepers() {
    return Stream.of("correct", "warn", "ignore")
        .flatMap(policy -> Stream.of(Keeper.values()).map(keeper -> Arguments.of(policy, keeper)));
  }

  @ParameterizedTest
  @MethodSource("keepers")
  void isDisownedOnceItIsKept(String drift, Keeper keeper, TestNamespace namespace) {
    namespace.operate(watching(drift));
    makeOne(namespace, "1 deployed");
    var before = uids(namespace);

    keeper.keep(namespace);
    eventually(() -> assertNoneIsOwned(namespace));
    delete(namespace, DeletionPropagation.FOREGROUND);

    assertStays(before, namespace);
  }

  /** No pass has seen the annotation: the objects are read when the finalizer is about to go. */
  @ParameterizedTest
  @ValueSource(strings = {"correct", "warn", "ignore"})
  void staysIfItIsKeptWhileNoOperatorRuns(String drift, TestNamespace namespace) {
    var operator = namespace.operate(watching(drift));
    makeOne(namespace, "1 deployed");
    var before = uids(namespace);
    operator.close();
    annotateAll(namespace);
    namespace.delete("Widget", "one");

    namespace.operate(watching(drift));

    assertStays(before, namespace);
  }

  @ParameterizedTest
  @ValueSource(strings = {"correct", "warn", "ignore"})
  void isDisownedThoughTheChartDroppedItWhileNothingIsWatched(
      String drift, TestNamespace namespace) {
    namespace.operate(
        Watching.chart("Widget", chart(), "drift: " + drift, "watchDependentResources: false"));
    makeOne(namespace, "1 deployed");
    var before = uids(namespace);

    Keeper.PERSON_BEFORE_THE_CHART_DROPS_IT.keep(namespace);
    eventually(() -> assertNoneIsOwned(namespace));
    namespace.delete("Widget", "one");

    assertStays(before, namespace);
  }

  /** Helm's mark says whose an object is. During a pause, nobody repairs it. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void staysIfAPersonMovesItToAnotherRelease(boolean isDropped, TestNamespace namespace) {
    namespace.operate(watching("correct"));
    makeOne(namespace, "1 deployed");
    var before = uids(namespace);
    namespace.pause("Widget", "one");
    annotateAll(namespace, "meta.helm.sh/release-name", "other");
    if (isDropped) {
      namespace.apply("Widget", "one", "{dropped: true}");
      namespace.resume("Widget", "one");
      namespace.awaitNewestRevision("one", "2 deployed");
      eventually(() -> assertNoneIsOwned(namespace));
      namespace.delete("Widget", "one");
    } else {
      namespace.delete("Widget", "one");
      namespace.resume("Widget", "one");
    }

    assertStays(before, namespace);
  }

  @ParameterizedTest
  @EnumSource
  void isTheDataOfHooks(DeletionPropagation cascade, TestNamespace namespace) {
    namespace.operate(hooked());
    makeOne(namespace, "1 deployed");
    var before = uids(namespace);
    assertNoneIsOwned(namespace);
    assertEquals(
        1,
        namespace.existing(ConfigMap.class, ALSO_GOES).getMetadata().getOwnerReferences().size());

    delete(namespace, cascade);

    assertStays(before, namespace);
  }

  @ParameterizedTest
  @EnumSource(
      value = DeletionPropagation.class,
      names = {"BACKGROUND", "FOREGROUND"})
  void isTheDataOfHooksAfterALossOfTheHistory(
      DeletionPropagation cascade, TestNamespace namespace) {
    var operator = namespace.operate(hooked());
    makeOne(namespace, "1 deployed");
    var before = uids(namespace);
    operator.close();
    namespace.client().secrets().inNamespace(namespace.name()).withLabel("owner", "helm").delete();
    delete(namespace, cascade);

    namespace.operate(hooked());

    assertStays(before, namespace);
  }

  /** An earlier version of the operator made the primary the owner of all hooks. */
  @ParameterizedTest
  @EnumSource
  void isDisownedWhereAnEarlierVersionOwnedIt(Chart chart, TestNamespace namespace) {
    var operator = namespace.operate(chart.watching());
    makeOne(namespace, "1 deployed");
    var before = uids(namespace);
    operator.close();
    var primary = namespace.primary("Widget", "one");
    assertNotNull(primary);
    var owner =
        new OwnerReferenceBuilder()
            .withApiVersion(primary.getApiVersion())
            .withKind(primary.getKind())
            .withName("one")
            .withUid(primary.getMetadata().getUid())
            .withController(true)
            .withBlockOwnerDeletion(true)
            .build();
    edit(namespace, found -> found.getMetadata().setOwnerReferences(List.of(owner)));

    namespace.operate(chart.watching());
    eventually(() -> assertNoneIsOwned(namespace));
    delete(namespace, DeletionPropagation.FOREGROUND);

    assertStays(before, namespace);
  }

  /** Charts with objects that are kept from the first revision on. */
  enum Chart {
    OF_HOOKS,
    OF_KEPT_OBJECTS;

    Watching watching() {
      return this == OF_HOOKS ? hooked() : KeptDataIT.watching("ignore", "keep");
    }
  }

  @ParameterizedTest
  @EnumSource
  void isDisownedWhereAGoOperatorOwnedIt(GoOperator predecessor, TestNamespace namespace) {
    var mine = new ConfigMap();
    mine.setMetadata(
        new ObjectMetaBuilder().withNamespace(namespace.name()).withName("one-never").build());
    namespace.client().resource(mine).create();
    var before = runGoOperator(predecessor, namespace);

    namespace.operate(hooked());
    namespace.awaitReady("Widget", "one");
    eventually(() -> assertNoneIsOwned(namespace));
    assertEquals(before, uids(namespace));
    delete(namespace, DeletionPropagation.FOREGROUND);

    assertStays(before, namespace);
    // A person's object with the name of a hook that has never run.
    assertEquals(
        Map.of(), namespace.existing(ConfigMap.class, "one-never").getMetadata().getLabels());
  }

  /** Nothing names the revision, so it is neither used nor replaced by an installation. */
  @ParameterizedTest
  @EnumSource
  void staysIfTheStatusOfAGoOperatorIsLost(GoOperator predecessor, TestNamespace namespace) {
    var before = runGoOperator(predecessor, namespace);
    namespace.mergeStatus("Widget", "one", "{\"status\": {\"deployedRelease\": null}}");

    namespace.operate(hooked());

    namespace.awaitReason("Widget", "one", "Stalled", "RevisionNotReported");
    throughout(Duration.ofSeconds(2), () -> assertEquals(before, uids(namespace)));
    delete(namespace, DeletionPropagation.BACKGROUND);
    assertStays(before, namespace);
  }

  private static Map<String, String> runGoOperator(
      GoOperator predecessor, TestNamespace namespace) {
    namespace.apply("Widget", "one", "{}");
    var goOperator = namespace.launch(predecessor, hooked());
    eventually(
        () -> {
          var primary = namespace.primary("Widget", "one");
          assertNotNull(primary.get("status", "deployedRelease", "manifest"), goOperator::log);
        });
    goOperator.terminate();
    goOperator.awaitExit(Duration.ofMinutes(2));
    return uids(namespace);
  }

  private static void makeOne(TestNamespace namespace, String revision) {
    namespace.apply("Widget", "one", "{}");
    // A claim without a volume is not ready.
    namespace.awaitRevisions("one", revision);
    eventually(
        () ->
            assertEquals(
                1,
                namespace
                    .existing(ConfigMap.class, ALSO_GOES)
                    .getMetadata()
                    .getOwnerReferences()
                    .size()));
  }

  private static void delete(TestNamespace namespace, DeletionPropagation cascade) {
    namespace.resource("Widget", "one").withPropagationPolicy(cascade).delete();
  }

  private static void annotateAll(TestNamespace namespace) {
    annotateAll(namespace, POLICY, "keep");
  }

  private static void annotateAll(TestNamespace namespace, String name, String value) {
    edit(
        namespace,
        found -> {
          var annotations = new HashMap<>(found.getMetadata().getAnnotations());
          annotations.put(name, value);
          found.getMetadata().setAnnotations(annotations);
        });
  }

  private static void edit(TestNamespace namespace, Consumer<HasMetadata> change) {
    resources(namespace)
        .forEach(
            resource ->
                TestNamespace.edit(
                    resource,
                    found -> {
                      change.accept(found);
                      return found;
                    }));
  }

  private static void assertNoneIsOwned(TestNamespace namespace) {
    for (var resource : resources(namespace).toList()) {
      var found = resource.get();
      var owners = found.getMetadata().getOwnerReferences();
      assertEquals(
          List.of(), owners.stream().map(OwnerReference::getName).toList(), found::toString);
    }
  }

  /** The collector of Kubernetes acts later than the operator. */
  private static void assertStays(Map<String, String> before, TestNamespace namespace) {
    eventually(() -> assertNull(namespace.primary("Widget", "one")));
    eventually(() -> assertNull(namespace.get(ConfigMap.class, ALSO_GOES)));
    throughout(Duration.ofSeconds(2), () -> assertEquals(before, uids(namespace)));
    for (var resource : resources(namespace).toList()) {
      assertNull(resource.get().getMetadata().getDeletionTimestamp());
    }
  }

  private static Map<String, String> uids(TestNamespace namespace) {
    var uids = new HashMap<String, String>();
    for (var resource : resources(namespace).toList()) {
      var found = resource.get();
      assertNotNull(found);
      uids.put(found.getKind(), found.getMetadata().getUid());
    }
    return uids;
  }

  private static Stream<Resource<? extends HasMetadata>> resources(TestNamespace namespace) {
    var client = namespace.client();
    return Stream.<Resource<? extends HasMetadata>>of(
        client
            .resources(PersistentVolumeClaim.class)
            .inNamespace(namespace.name())
            .withName("one-data"),
        client.resources(Secret.class).inNamespace(namespace.name()).withName("one-data"),
        namespace.resource("Gadget", "one-data"));
  }

  private static Watching hooked() {
    return Watching.chart(
        "Widget",
        TestChart.named("hooked")
            .template("plain.yaml", configMap(""))
            .template(
                "never.yaml",
                configMap("annotations: {helm.sh/hook: pre-rollback}").replace("goes", "never"))
            .template("data.yaml", data("annotations: {helm.sh/hook: \"pre-install,pre-upgrade\"}"))
            .path());
  }

  private static Watching watching(String drift) {
    return watching(drift, "");
  }

  private static Watching watching(String drift, String policy) {
    return Watching.chart("Widget", chart(policy), "drift: " + drift);
  }

  private static Path chart() {
    return chart("");
  }

  private static Path chart(String policy) {
    return TestChart.named("keeping")
        .values("{policy: \"%s\", dropped: false}".formatted(policy))
        .template("plain.yaml", configMap(""))
        .template(
            "data.yaml",
            "{{- if not .Values.dropped }}\n"
                + data(
                    """
                    {{- if .Values.policy }}
                      annotations: {helm.sh/resource-policy: "{{ .Values.policy }}"}
                      {{- end }}
                    """
                        .strip())
                + "{{- end }}\n")
        .path();
  }

  private static String configMap(String metadata) {
    return """
    apiVersion: v1
    kind: ConfigMap
    metadata:
      name: "{{ .Release.Name }}-goes"
      %s
    """
        .formatted(metadata);
  }

  private static String data(String metadata) {
    return """
    apiVersion: v1
    kind: PersistentVolumeClaim
    metadata:
      name: "{{ .Release.Name }}-data"
      METADATA
    spec:
      accessModes: [ReadWriteOnce]
      resources: {requests: {storage: 1Mi}}
    ---
    apiVersion: v1
    kind: Secret
    metadata:
      name: "{{ .Release.Name }}-data"
      METADATA
    stringData: {password: secret}
    ---
    apiVersion: test.catamaran.dev/v1
    kind: Gadget
    metadata:
      name: "{{ .Release.Name }}-data"
      METADATA
    spec: {}
    """
        .replace("METADATA", metadata);
  }
}
