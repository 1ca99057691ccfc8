package dev.catamaran.it.charts;

import static dev.catamaran.fixture.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.cli.Main;
import dev.catamaran.testcluster.Discovery;
import dev.catamaran.testcluster.KindContexts;
import dev.catamaran.testcluster.OperatorIdentity;
import dev.catamaran.testcluster.ReleasePolicy;
import dev.catamaran.testcluster.RequestLog;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import dev.catamaran.trial.Apis;
import dev.catamaran.trial.TrialChart;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.client.dsl.FieldValidateable.Validation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A project for a chart, as the commands make it. Its definition accepts all ci/ files of the
 * chart, and a release is installed, edited through these files, repaired and deleted under exactly
 * the generated role. {@code -Dtrial.chart=DIR} takes any chart.
 */
class GivenChartIT {
  /** What a repair does not restore, or what ends by itself. */
  private static final Set<String> PRECIOUS =
      Set.of("Namespace", "PersistentVolumeClaim", "Job", "CustomResourceDefinition");

  private final TestNamespace namespace;
  private final Path project;

  GivenChartIT(TestNamespace namespace, @TempDir Path folder) {
    this.namespace = namespace;
    this.project = folder.resolve("given-operator");
  }

  /** The chart that {@code helm create} writes, with files of our own. */
  private static Path chart() throws IOException {
    var given = System.getProperty("trial.chart");
    if (given != null) {
      return Path.of(given);
    }
    var created =
        TrialChart.all().stream().filter(chart -> chart.name().equals("created")).findFirst();
    var folder = created.orElseThrow().folder();
    var files = Files.createDirectories(folder.resolve("ci"));
    Files.writeString(
        files.resolve("1-ingress-values.yaml"),
        "ingress: {enabled: true, hosts: [{host: a.example, paths: [{path: /, pathType: Prefix}]}]}\n");
    Files.writeString(
        files.resolve("2-scaled-values.yaml"),
        "autoscaling: {enabled: true, minReplicas: 2}\npodLabels: {tier: front}\n");
    Files.writeString(files.resolve("3-default-values.yaml"), "# only comments\n");
    return folder;
  }

  @Test
  void livesUnderExactlyTheGeneratedRole() throws IOException {
    run("init", "--domain=" + namespace.name() + ".test");
    run("create", "api", "--helm-chart=" + chart());
    assertUpToDate();
    var definition = define();
    var primary = primary(definition, "given", values("{}"));
    var role = Files.readString(project.resolve("config/rbac/role.yaml"));
    var identity =
        namespace.identity(
            "generated", Serialization.unmarshal(role, ClusterRole.class).getRules());
    applyTenant(identity);
    ReleasePolicy.of(project, namespace, identity);
    var requests = RequestLog.of(identity);
    var watches =
        Files.readString(project.resolve("watches.yaml"))
            .replace("helm-charts/", project.resolve("helm-charts") + "/");
    namespace.operate(identity, Watching.yaml(watches), Duration.ofHours(1));

    for (var spec : specs()) {
      edit(definition, spec);
      eventually(() -> assertDeployed(primary.get()));
    }
    var before = objects();
    assertFalse(before.isEmpty());
    var victims = new TreeMap<>(before);
    victims.keySet().removeIf(title -> PRECIOUS.contains(title.split(" ")[0]));
    victims.values().forEach(object -> namespace.client().resource(object).delete());
    eventually(
        () -> {
          var now = objects();
          assertEquals(before.keySet(), now.keySet());
          victims.forEach((title, old) -> assertNotEquals(uid(old), uid(now.get(title)), title));
        });
    primary.delete();
    eventually(() -> assertNull(primary.get()));
    eventually(
        () ->
            assertTrue(
                objects().keySet().stream().allMatch(it -> PRECIOUS.contains(it.split(" ")[0])),
                () -> "left: " + objects().keySet()));

    assertEquals(List.of(), requests.forbidden());
  }

  private String run(String... arguments) {
    var out = new StringWriter();
    var err = new StringWriter();
    var all =
        Stream.concat(Stream.of(arguments), Stream.of("--project=" + project))
            .toArray(String[]::new);
    assertEquals(
        0, Main.execute(new PrintWriter(out), new PrintWriter(err), all), () -> out + "" + err);
    return out.toString();
  }

  /** A second generation changes no file. */
  private void assertUpToDate() {
    var out = new StringWriter();
    var writer = new PrintWriter(out);
    assertEquals(
        0,
        Main.execute(writer, writer, "manifests", "--check", "--project=" + project),
        out::toString);
  }

  private CustomResourceDefinition define() throws IOException {
    try (var files = Files.list(project.resolve("config/crd/bases"))) {
      var text = Files.readString(files.findFirst().orElseThrow());
      var definition = Serialization.unmarshal(text, CustomResourceDefinition.class);
      namespace.client().resource(definition).create();
      namespace.atClose(() -> namespace.client().resource(definition).delete());
      Discovery.awaitServed(namespace.client(), List.of(definition));
      return definition;
    }
  }

  private Resource<GenericKubernetesResource> primary(
      CustomResourceDefinition definition, String name, JsonNode values) {
    var spec = definition.getSpec();
    var names = spec.getNames();
    var version = spec.getVersions().getFirst().getName();
    var object = new GenericKubernetesResource();
    object.setApiVersion(spec.getGroup() + "/" + version);
    object.setKind(names.getKind());
    object.setMetadata(new ObjectMetaBuilder().withName(name).build());
    object.setAdditionalProperty("spec", values);
    return namespace
        .client()
        .genericKubernetesResources(
            KindContexts.namespaced(spec.getGroup(), version, names.getKind(), names.getPlural()))
        .inNamespace(namespace.name())
        .resource(object);
  }

  /** What the administrator of a namespace applies. */
  private void applyTenant(OperatorIdentity identity) {
    var yaml =
        run("generate", "tenant", namespace.name(), "--cluster-role")
            .replace(
                "name: given-operator-controller-manager\n  namespace: given-operator-system",
                identity.user().replaceFirst(".*:(.+):(.+)", "name: $2\n  namespace: $1"));
    for (var object :
        namespace.client().load(new ByteArrayInputStream(yaml.getBytes(UTF_8))).items()) {
      namespace.client().resource(object).create();
      if (object.getMetadata().getNamespace() == null) {
        namespace.atClose(() -> namespace.client().resource(object).delete());
      }
    }
  }

  /** The values in the files of the chart, in the order of their names. */
  private List<JsonNode> specs() throws IOException {
    try (var files = Files.walk(project.resolve("helm-charts"))) {
      var found =
          files
              .filter(file -> file.getParent().endsWith("ci") && file.toString().endsWith(".yaml"))
              .sorted()
              .map(GivenChartIT::values)
              .toList();
      return found.isEmpty() ? List.of(values("{}")) : found;
    }
  }

  private static JsonNode values(Path file) {
    try {
      return values(Files.readString(file));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /** A file with comments only has no values. */
  private static JsonNode values(String yaml) {
    var read = Serialization.unmarshal(yaml, JsonNode.class);
    return read == null || !read.isObject() ? Serialization.unmarshal("{}", JsonNode.class) : read;
  }

  /** The API server takes the values, and keeps all of them. */
  private void edit(CustomResourceDefinition definition, JsonNode values) {
    var taken =
        primary(definition, "tried", values).dryRun().fieldValidation(Validation.STRICT).create();
    assertEquals(values(values.toString()), values(Serialization.asJson(taken.get("spec"))));
    primary(definition, "given", values)
        .createOr(
            present ->
                present.patch(
                    PatchContext.of(PatchType.JSON),
                    "[{\"op\":\"add\",\"path\":\"/spec\",\"value\":%s}]".formatted(values)));
  }

  private static void assertDeployed(GenericKubernetesResource found) {
    var status = String.valueOf(found.getAdditionalProperties().get("status"));
    Number observed = found.get("status", "observedGeneration");
    List<Map<String, Object>> conditions = found.get("status", "conditions");
    var states =
        conditions.stream()
            .collect(
                Collectors.toMap(c -> String.valueOf(c.get("type")), c -> "" + c.get("status")));
    assertEquals(found.getMetadata().getGeneration(), observed.longValue(), status);
    assertNull(found.get("status", "attempting"), status);
    assertEquals("True", states.get("Deployed"), status);
    assertNotEquals("True", states.get("ReleaseFailed"), status);
  }

  /** The objects of the release by kind and name; controllers copy its annotations to theirs. */
  private Map<String, GenericKubernetesResource> objects() {
    return new Apis(namespace.client())
        .objects()
        .filter(object -> object.getMetadata().getDeletionTimestamp() == null)
        .filter(object -> !Set.of("ReplicaSet", "ControllerRevision").contains(object.getKind()))
        .filter(
            object -> {
              var annotations = object.getMetadata().getAnnotations();
              return annotations != null
                  && namespace.name().equals(annotations.get("meta.helm.sh/release-namespace"));
            })
        .collect(
            Collectors.toMap(
                object -> object.getKind() + " " + object.getMetadata().getName(),
                object -> object,
                (one, other) -> one,
                TreeMap::new));
  }

  private static String uid(GenericKubernetesResource object) {
    return object.getMetadata().getUid();
  }
}
