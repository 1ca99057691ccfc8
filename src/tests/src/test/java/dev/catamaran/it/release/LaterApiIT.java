package dev.catamaran.it.release;

import static dev.catamaran.fixture.Eventually.eventually;
import static dev.catamaran.fixture.Eventually.within;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.catamaran.fixture.Definitions;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.it.Rest;
import dev.catamaran.testcluster.AggregatedApi;
import dev.catamaran.testcluster.TestPrimary;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A chart asks which APIs there are; what the API server learns later is noticed. */
class LaterApiIT {

  /** With the next change of a definition, or when the memory of what is served expires. */
  @Test
  void isNoticedWithoutADefinition(TestPrimary one) {
    var api = new AggregatedApi(one.namespace(), "Reading");
    one.operate(asking(api.apiVersion()));
    one.deploy("{}");
    assertEquals(Map.of("present", "false"), one.data("answer"));

    api.register();
    one.client().resource(definition(one, "size")).create();

    one.awaitData("answer", "present", "true");
    one.awaitRevisions("1 superseded", "2 deployed");
  }

  /** A server that is away for a while is no reason to remove what needs it. */
  @Test
  void staysWhileItsServerIsAway(TestPrimary one) {
    var api = new AggregatedApi(one.namespace(), "Reading");
    api.register();
    var operator = one.operate(asking(api.apiVersion()));
    one.deploy("{}");
    assertEquals(Map.of("present", "true"), one.data("answer"));
    // The operator knows the API from its next look alone: the engine asked for the installation.
    Rest.after(operator, one, () -> one.annotate("example.com/look", "first"));

    api.stop();
    // A definition lets the operator ask again, and an annotation lets it look at the primary.
    one.client().resource(definition(one, "size")).create();
    Rest.after(operator, one, () -> one.annotate("example.com/look", "again"));
    assertEquals(List.of("1 deployed"), one.revisions());
    assertEquals("True", one.condition("Ready").get("status"));
    // Helm would take the API for one that does not exist.
    one.apply("{changed: true}");
    one.namespace().apply("Widget", "two", "{}");
    one.awaitReason("Ready", "Unreachable");
    one.namespace().awaitReason("Widget", "two", "Ready", "Unreachable");
    assertEquals(List.of("1 deployed"), one.revisions());

    api.start();
    one.awaitReady();
    one.namespace().awaitReady("Widget", "two");
    assertEquals(Map.of("present", "true"), one.data("answer"));
    assertEquals(Map.of("present", "true"), one.namespace().data("two-answer"));
    one.delete();
    one.awaitGone();
    assertNull(one.get(ConfigMap.class, "answer"));
  }

  /** A definition that drops a field now may learn it later. */
  @Test
  void repairsAFieldOnceTheDefinitionKnowsIt(TestPrimary one) {
    one.client().resource(definition(one, "size")).create();
    one.operate(Watching.chart("Widget", things(one)).and("Gadget", things(one), "drift: warn"));
    one.deploy("{}");
    one.namespace().deploy("Gadget", "two", "{}");
    assertEquals(Map.of("size", 1), spec(one, "one"));
    assertEquals(Map.of("size", 1), spec(one, "two"));

    definitionOf(one)
        .edit(
            found -> {
              found.setSpec(definition(one, "size", "color").getSpec());
              return found;
            });

    within(
        Duration.ofMinutes(1), () -> assertEquals(Map.of("size", 1, "color", 2), spec(one, "one")));
    within(
        Duration.ofMinutes(1),
        () ->
            assertEquals(
                "True", one.namespace().condition("Gadget", "two", "Drifted").get("status")));
    assertEquals(List.of("1 deployed"), one.revisions());
  }

  private static Object spec(TestPrimary one, String release) {
    return one.client()
        .genericKubernetesResources(group(one) + "/v1", "Thing")
        .inNamespace(one.namespace().name())
        .withName(release)
        .get()
        .get("spec");
  }

  private static Watching asking(String api) {
    return questioning("{{ .Capabilities.APIVersions.Has \"%s\" }}".formatted(api));
  }

  private static Path things(TestPrimary one) {
    return TestChart.named("things")
        .template(
            "thing.yaml",
            """
            apiVersion: %s/v1
            kind: Thing
            metadata: {name: "{{ .Release.Name }}"}
            spec: {size: 1, color: 2}
            """
                .formatted(group(one)))
        .path();
  }

  private static String group(TestPrimary one) {
    return "later." + one.namespace().name() + ".example.com";
  }

  private static Resource<CustomResourceDefinition> definitionOf(TestPrimary one) {
    return one.client().resources(CustomResourceDefinition.class).withName("things." + group(one));
  }

  private static CustomResourceDefinition definition(TestPrimary one, String... fields) {
    var properties =
        String.join(", ", List.of(fields).stream().map(f -> f + ": {type: integer}").toList());
    return Serialization.unmarshal(
        """
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: {name: things.GROUP}
        spec:
          group: GROUP
          names: {kind: Thing, listKind: ThingList, plural: things, singular: thing}
          scope: Namespaced
          versions:
          - name: v1
            served: true
            storage: true
            schema:
              openAPIV3Schema:
                type: object
                properties:
                  spec: {type: object, properties: {PROPERTIES}}
        """
            .replace("GROUP", group(one))
            .replace("PROPERTIES", properties),
        CustomResourceDefinition.class);
  }

  private static final String ASKED = "{{ .Capabilities.APIVersions.Has \"%s/v1\" }}";

  @Test
  void upgradesWhenAQueriedApiIsAddedOrRemovedAndNotForAnother(TestPrimary one) {
    one.operate(asking(group(one, "asked") + "/v1"));
    one.deploy("{}");
    assertEquals(Map.of("present", "false"), one.data("answer"));

    // The operator asks again for each definition: it has seen the other one when it acts on this.
    one.client().resource(bare(one, "other")).create();
    one.client().resource(bare(one, "asked")).create();
    one.awaitData("answer", "present", "true");
    one.awaitRevisions("1 superseded", "2 deployed");

    one.client().resource(bare(one, "asked")).delete();
    one.awaitData("answer", "present", "false");
    one.awaitRevisions("1 superseded", "2 superseded", "3 deployed");

    one.client().resource(bare(one, "other")).delete();
  }

  @Test
  void keepsTheRevisionWhenTheAnswerChangesNothing(TestPrimary one) {
    var operator =
        one.operate(
            questioning(
                unused(one) + "{{ if .Values.monitored }}{{ $has }}{{ else }}unasked{{ end }}"));
    one.deploy("{}");
    assertEquals(Map.of("present", "unasked"), one.data("answer"));
    var before = version(one);

    one.client().resource(bare(one, "asked")).create();
    eventually(() -> assertNotEquals(before, version(one)));
    assertEquals(List.of("1 deployed"), one.revisions());
    var confirmed = version(one);
    Rest.after(operator, one, () -> one.annotate("example.com/look", "again"));
    assertEquals(confirmed, version(one), "compared once");

    one.apply("{monitored: true}");
    one.awaitData("answer", "present", "true");
    one.awaitRevisions("1 superseded", "2 deployed");

    one.client().resource(bare(one, "asked")).delete();
    one.awaitData("answer", "present", "false");
  }

  /** As all charts of Bitnami ask. */
  @Test
  void makesWhatAHelperAsksForWhenItsKindAppears(TestPrimary one) {
    var group = group(one, "computed");
    one.operate(
        Watching.chart(
            "Widget",
            TestChart.named("helped")
                .template(
                    "_helpers.tpl",
                    "{{- define \"has\" }}{{ .ctx.Capabilities.APIVersions.Has .api }}{{ end }}")
                .template(
                    "thing.yaml",
                    """
                    {{- if eq (include "has" (dict "ctx" $ "api" "GROUP/v1/Thing")) "true" }}
                    apiVersion: GROUP/v1
                    kind: Thing
                    metadata: {name: "{{ .Release.Name }}"}
                    {{- end }}
                    """
                        .replace("GROUP", group))
                .configMap("colors", "color", "red")
                .path()));
    one.deploy("{}");

    one.client().resource(bare(one, "computed")).create();
    eventually(
        () ->
            assertNotNull(
                one.client()
                    .genericKubernetesResources(group + "/v1", "Thing")
                    .inNamespace(one.namespace().name())
                    .withName("one")
                    .get()));
    one.awaitRevisions("1 superseded", "2 deployed");
  }

  @Test
  void makesNoOtherPasswordWhenAnAnswerChangesNothingElse(TestPrimary one) {
    one.operate(questioning("{{ randAlphaNum 12 }}" + unused(one)));
    one.deploy("{}");
    var password = one.data("answer");
    var before = version(one);

    one.client().resource(bare(one, "asked")).create();
    eventually(() -> assertNotEquals(before, version(one)));
    assertEquals(password, one.data("answer"));
    assertEquals(List.of("1 deployed"), one.revisions());
  }

  /** The group is served before, with another kind. */
  @Test
  void isNoticedInTheListOfAllApis(TestPrimary one) {
    var group = group(one, "listed");
    define(one, group, "Other");
    one.operate(
        questioning("{{ has \"%s/v1/Thing\" .Capabilities.APIVersions }}".formatted(group)));
    one.deploy("{}");
    assertEquals(Map.of("present", "false"), one.data("answer"));

    define(one, group, "Thing");
    one.awaitData("answer", "present", "true");
    one.awaitRevisions("1 superseded", "2 deployed");
  }

  private static void define(TestPrimary one, String group, String kind) {
    one.load(Definitions.yaml(group, kind));
  }

  /** What a chart demands of the cluster may come later. */
  @Test
  void triesAgainWhenAMissingApiAppears(TestPrimary one) {
    one.operate(questioning(unused(one) + "{{ if not $has }}{{ fail \"no such API\" }}{{ end }}"));
    one.apply("{}");
    one.awaitReason("Ready", "InstallError");

    one.client().resource(bare(one, "asked")).create();
    one.awaitReady();
  }

  /** Changes with each write of the first revision. */
  private static String version(TestPrimary one) {
    var revision = one.namespace().existing(Secret.class, "sh.helm.release.v1.one.v1");
    return revision.getMetadata().getResourceVersion();
  }

  private static Watching questioning(String question) {
    var chart = TestChart.named("asking").configMap("answer", "present", "\"" + question + "\"");
    return Watching.chart("Widget", chart.path());
  }

  /** Asks for what no object depends on. */
  private static String unused(TestPrimary one) {
    return "{{ $has := .Capabilities.APIVersions.Has \"%s/v1\" }}".formatted(group(one, "asked"));
  }

  private static String group(TestPrimary one, String name) {
    return "%s.%s.example.com".formatted(name, one.namespace().name());
  }

  private static CustomResourceDefinition bare(TestPrimary one, String name) {
    return Serialization.unmarshal(
        Definitions.yaml(group(one, name), "Thing"), CustomResourceDefinition.class);
  }
}
