package dev.catamaran.it.ownership;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.marcnuri.helm.Helm;
import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.cli.Main;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Imports releases of other tools into a project, and the operator takes them over. */
class ImportIT {
  private static final String PASSWORD = "correct-horse";

  private final Path project;

  ImportIT(@TempDir Path folder) {
    this.project = folder.resolve("moved-operator");
  }

  /** A finished command. The namespace has a placeholder. */
  private record Run(int code, String out, String err) {}

  @Test
  void takesOverReleasesOfHelmAndGivesOneBack(TestNamespace namespace) throws IOException {
    var chart = web();
    install(
        namespace, chart, "one", "{replicas: 2, motd: null, login: {password: " + PASSWORD + "}}");
    install(namespace, chart, "two", "{}");
    eventually(() -> assertEquals(3, pods(namespace).size()));
    init(namespace);

    var run = run(namespace, "import", "helm", "--own-rights");

    assertEquals(0, run.code(), run.err());
    assertEquals(
        List.of(
            "release NAMESPACE/one, revision 1 (chart web 0.1.0) -> Web/one, config/imported/NAMESPACE/web-one.yaml",
            "  in the Secret of config/imported/NAMESPACE/web-one.secret.yaml, because a spec is no place for them: login.password",
            "release NAMESPACE/two, revision 1 (chart web 0.1.0) -> Web/two, config/imported/NAMESPACE/web-two.yaml"),
        run.out().lines().filter(line -> line.matches("(release|  in) .*")).toList(),
        run.out());
    assertFalse((run.out() + run.err() + imported(namespace, "web-one.yaml")).contains(PASSWORD));
    assertTrue(imported(namespace, "web-one.yaml").contains("motd: null"));
    var before = objects(namespace);
    var pods = pods(namespace);
    apply(namespace);
    var plan = plan(namespace);
    assertEquals("0 changed, 2 unchanged; 0 restart pods, 0 fail", plan.lines().toList().getLast());

    namespace.operate(watching());
    awaitReady(namespace, "one");
    awaitReady(namespace, "two");

    assertEquals(List.of("1 deployed"), namespace.revisions("one"));
    assertEquals(List.of("1 deployed"), namespace.revisions("two"));
    assertEquals(before, objects(namespace));
    assertEquals(pods, pods(namespace));
    assertEquals(
        List.of(primary(namespace, "one").get().getMetadata().getUid()),
        owners(namespace.existing(Deployment.class, "one-web")));

    giveBack(namespace, "two");
    assertEquals(before, objects(namespace));
    assertEquals(List.of(), owners(namespace.existing(Deployment.class, "two-web")));
    new Helm(chart)
        .upgrade()
        .withName("two")
        .withNamespace(namespace.name())
        .withKubeConfig(namespace.cluster().adminKubeconfig())
        .set("replicas", 2)
        .call();
    assertEquals(List.of("1 superseded", "2 deployed"), namespace.revisions("two"));

    primary(namespace, "one")
        .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"spec\":{\"color\":\"red\"}}");
    namespace.awaitRevisions("one", "1 superseded", "2 deployed");
    assertEquals(
        Map.of("color", "red", "motd", "none", "password", PASSWORD), namespace.data("one-colors"));
  }

  /** Each refusal says what to do. */
  @Test
  void leavesReleasesThatCannotBeTakenOver(TestNamespace namespace) {
    install(namespace, withSubchart(), "parent", "{}");
    install(namespace, labelled(), "flux", "{}");
    init(namespace);

    var run = run(namespace, "import", "helm");

    assertEquals(1, run.code(), run.out());
    assertEquals(
        List.of(
            "not imported: release NAMESPACE/flux, revision 1: the HelmRelease apps/shop of Flux makes it; `catamaran import flux` imports that",
            "not imported: release NAMESPACE/parent, revision 1: its chart has the subcharts child, whose files no revision has; name the chart with --helm-chart, and its version 0.1.0"),
        run.err().lines().toList());
    assertEquals(
        0, run(namespace, "import", "helm", "parent", "--helm-chart=" + withSubchart()).code());
    assertTrue(Files.exists(project.resolve("helm-charts/parent/charts/child/Chart.yaml")));
  }

  private void giveBack(TestNamespace namespace, String name) {
    var primary = primary(namespace, name);
    primary.patch(
        PatchContext.of(PatchType.JSON_MERGE),
        "{\"metadata\":{\"annotations\":{\"catamaran.dev/pause\":\"true\"}}}");
    eventually(
        () -> assertTrue(Serialization.asJson(primary.get().get("status")).contains("\"Paused\"")));
    primary.withPropagationPolicy(DeletionPropagation.ORPHAN).delete();
    eventually(
        () ->
            assertEquals(
                List.of("catamaran.dev/uninstall-release"), primary.get().getFinalizers()));
    primary.patch(PatchContext.of(PatchType.JSON_MERGE), "{\"metadata\":{\"finalizers\":null}}");
    eventually(() -> assertNull(primary.get()));
  }

  private void init(TestNamespace namespace) {
    assertEquals(
        0,
        run(namespace, "init", "--domain=" + namespace.name() + ".example.com", "--name=moved")
            .code());
  }

  private Run run(TestNamespace namespace, String... arguments) {
    var cluster =
        arguments[0].equals("init")
            ? Stream.<String>of()
            : Stream.of(
                "--kubeconfig=" + namespace.cluster().adminKubeconfig(),
                "--namespace=" + namespace.name());
    return execute(
        namespace,
        Stream.of(Stream.of(arguments), Stream.of("--project=" + project), cluster)
            .flatMap(each -> each)
            .toArray(String[]::new));
  }

  private static Run execute(TestNamespace namespace, String... arguments) {
    var out = new StringWriter();
    var err = new StringWriter();
    int code = Main.execute(new PrintWriter(out), new PrintWriter(err), arguments);
    return new Run(
        code,
        out.toString().replace(namespace.name(), "NAMESPACE"),
        err.toString().replace(namespace.name(), "NAMESPACE"));
  }

  private String plan(TestNamespace namespace) throws IOException {
    var run =
        execute(
            namespace,
            "plan",
            "--kubeconfig=" + namespace.cluster().adminKubeconfig(),
            "--namespace=" + namespace.name(),
            "--watches-file=" + watching().write());
    return run.out() + run.err();
  }

  private Watching watching() throws IOException {
    return Watching.yaml(
        Files.readString(project.resolve("watches.yaml"))
            .replace("helm-charts/", project.resolve("helm-charts") + "/"));
  }

  private String imported(TestNamespace namespace, String file) throws IOException {
    return Files.readString(
        project.resolve("config/imported").resolve(namespace.name()).resolve(file));
  }

  /** Applies the definitions of the project, and what was imported. */
  private void apply(TestNamespace namespace) throws IOException {
    var client = namespace.client();
    for (var file : files("config/crd/bases")) {
      var definition =
          Serialization.unmarshal(Files.readString(file), CustomResourceDefinition.class);
      client.resource(definition).create();
      namespace.atClose(() -> client.resource(definition).delete());
      var spec = definition.getSpec();
      namespace
          .scratch()
          .releasing(new GroupVersionKind(spec.getGroup(), "v1alpha1", spec.getNames().getKind()));
    }
    for (var file : files("config/imported/" + namespace.name())) {
      var object = Serialization.<HasMetadata>unmarshal(Files.readString(file));
      eventually(() -> client.resource(object).createOr(r -> r.update()));
    }
  }

  private List<Path> files(String folder) throws IOException {
    try (var files = Files.list(project.resolve(folder))) {
      return files.sorted().toList();
    }
  }

  private static Resource<GenericKubernetesResource> primary(TestNamespace namespace, String name) {
    return namespace
        .client()
        .genericKubernetesResources("charts." + namespace.name() + ".example.com/v1alpha1", "Web")
        .inNamespace(namespace.name())
        .withName(name);
  }

  private static void awaitReady(TestNamespace namespace, String name) {
    eventually(
        () -> {
          List<Map<String, Object>> conditions =
              primary(namespace, name).get().get("status", "conditions");
          assertTrue(
              conditions != null
                  && conditions.stream()
                      .anyMatch(
                          each ->
                              "Ready".equals(each.get("type"))
                                  && "True".equals(each.get("status"))),
              () -> String.valueOf(conditions));
        });
  }

  /** What Helm made: uid, generation and content without the marks of ownership. */
  private static Map<String, String> objects(TestNamespace namespace) {
    var found = new TreeMap<String, String>();
    Stream.<List<? extends HasMetadata>>of(
            namespace.list(ConfigMap.class), namespace.list(Deployment.class))
        .flatMap(List::stream)
        .filter(
            object ->
                object.getMetadata().getAnnotations().containsKey("meta.helm.sh/release-name"))
        .forEach(
            object -> {
              var meta = object.getMetadata();
              var uid = meta.getUid() + " " + meta.getGeneration();
              meta.setManagedFields(List.of());
              meta.setOwnerReferences(List.of());
              meta.setResourceVersion(null);
              meta.getLabels().remove("catamaran.dev/operator");
              meta.getAnnotations().remove("deployment.kubernetes.io/revision");
              if (object instanceof Deployment deployment) {
                deployment.setStatus(null);
              }
              found.put(
                  object.getKind() + "/" + meta.getName(),
                  uid + " " + Serialization.asJson(object));
            });
    return found;
  }

  private static List<String> owners(HasMetadata object) {
    return object.getMetadata().getOwnerReferences().stream().map(owner -> owner.getUid()).toList();
  }

  private static Map<String, String> pods(TestNamespace namespace) {
    return namespace.list(Pod.class).stream()
        .filter(pod -> !pod.isMarkedForDeletion())
        .map(Pod::getMetadata)
        .collect(
            Collectors.toMap(ObjectMeta::getName, ObjectMeta::getUid, (a, b) -> a, TreeMap::new));
  }

  private static void install(TestNamespace namespace, Path chart, String name, String values) {
    try {
      var file = Files.createTempFile("values-", ".yaml");
      Files.writeString(file, values);
      new Helm(chart)
          .install()
          .withName(name)
          .withNamespace(namespace.name())
          .withKubeConfig(namespace.cluster().adminKubeconfig())
          .withValuesFile(file)
          .call();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static Path web() {
    return TestChart.named("web")
        .values("{replicas: 1, color: blue, motd: hello, login: {user: admin, password: ''}}")
        .template(
            "web.yaml",
            """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: "{{ .Release.Name }}-web", labels: {app: "{{ .Release.Name }}"}}
            spec:
              replicas: {{ .Values.replicas }}
              selector: {matchLabels: {app: "{{ .Release.Name }}"}}
              template:
                metadata: {labels: {app: "{{ .Release.Name }}"}}
                spec:
                  containers: [{name: web, image: "memcached:1.6-alpine"}]
            """)
        .template(
            "colors.yaml",
            """
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: "{{ .Release.Name }}-colors", labels: {app: "{{ .Release.Name }}"}}
            data:
              color: {{ .Values.color }}
              motd: {{ .Values.motd | default "none" }}
              password: {{ .Values.login.password | quote }}
            """)
        .path();
  }

  private static Path withSubchart() {
    return TestChart.named("parent")
        .file(
            "Chart.yaml",
            """
            apiVersion: v2
            name: parent
            version: 0.1.0
            dependencies: [{name: child, version: 0.1.0, repository: ""}]
            """)
        .file("charts/child/Chart.yaml", "{apiVersion: v2, name: child, version: 0.1.0}")
        .file(
            "charts/child/templates/c.yaml",
            "{apiVersion: v1, kind: ConfigMap, metadata: {name: \"{{ .Release.Name }}-child\"}}")
        .path();
  }

  private static Path labelled() {
    return TestChart.named("labelled")
        .template(
            "c.yaml",
            """
            apiVersion: v1
            kind: ConfigMap
            metadata:
              name: "{{ .Release.Name }}-c"
              labels: {helm.toolkit.fluxcd.io/name: shop, helm.toolkit.fluxcd.io/namespace: apps}
            """)
        .path();
  }
}
