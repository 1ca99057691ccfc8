package dev.catamaran.it.ownership;

import static dev.catamaran.fixture.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.marcnuri.helm.Helm;
import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.cli.Main;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.ForeignKinds;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apps.Deployment;
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
import java.nio.file.StandardOpenOption;
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
            "release NAMESPACE/one, revision 1 (chart web 0.1.0) -> Web/one,"
                + " config/imported/NAMESPACE/web-one.yaml",
            "  config/imported/NAMESPACE/web-one.secret.yaml has values that are not in the spec,"
                + " because they may be secret: login.password",
            "release NAMESPACE/two, revision 1 (chart web 0.1.0) -> Web/two,"
                + " config/imported/NAMESPACE/web-two.yaml"),
        reported(run),
        run.out());
    assertKeepsThePassword(namespace, run, "web-one.yaml");
    assertTrue(imported(namespace, "web-one.yaml").contains("motd: null"));
    var before = objects(namespace);
    takeOver(namespace, "one", "two");
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

    patch(primary(namespace, "one"), "{spec: {color: red}}");
    namespace.awaitRevisions("one", "1 superseded", "2 deployed");
    assertEquals(
        Map.of("color", "red", "motd", "none", "password", PASSWORD), namespace.data("one-colors"));
  }

  /** The kinds are those of Flux itself; its controllers do not run. */
  @Test
  void takesOverAReleaseOfFluxWithItsSourcesOfValues(TestNamespace namespace) throws IOException {
    ForeignKinds.define(namespace, "flux");
    namespace.configMap("settings", Map.of("values.yaml", "color: green"));
    namespace.secret("login", Map.of("word", PASSWORD));
    namespace.load(
        """
        apiVersion: source.toolkit.fluxcd.io/v1
        kind: HelmRepository
        metadata: {name: charts}
        spec: {url: "https://charts.example.com"}
        ---
        apiVersion: helm.toolkit.fluxcd.io/v2
        kind: HelmRelease
        metadata: {name: shop}
        spec:
          interval: 1h
          timeout: 2m
          driftDetection: {mode: warn, ignore: [{paths: [/spec/replicas], target: {kind: Deployment}}]}
          chart: {spec: {chart: web, sourceRef: {kind: HelmRepository, name: charts}}}
          valuesFrom:
          - {kind: ConfigMap, name: settings}
          - {kind: Secret, name: login, valuesKey: word, targetPath: login.password}
          - {kind: ConfigMap, name: missing, optional: true}
          values: {replicas: 2, motd: null}
          postRenderers: [{kustomize: {images: [{name: memcached, newTag: 1.6-alpine}]}}]
        ---
        apiVersion: helm.toolkit.fluxcd.io/v2
        kind: HelmRelease
        metadata: {name: broken}
        spec:
          interval: 1h
          chart: {spec: {chart: web, sourceRef: {kind: HelmRepository, name: charts}}}
          valuesFrom: [{kind: Secret, name: lost}]
        """);
    install(namespace, web(), "broken", "{replicas: 0}");
    install(
        namespace,
        web(),
        "shop",
        "{color: green, replicas: 2, motd: null, login: {password: " + PASSWORD + "}}");
    init(namespace);

    var run = run(namespace, "import", "flux", "--own-rights");

    assertEquals(0, run.code(), run.err());
    assertTrue(
        run.err().startsWith("not imported: release of HelmRelease NAMESPACE/broken: ")
            && run.err().contains("takes values from Secret/lost"),
        run.err());
    assertEquals(
        List.of(
            "release NAMESPACE/shop, revision 1 (chart web 0.1.0) -> Web/shop,"
                + " config/imported/NAMESPACE/web-shop.yaml",
            "  config/imported/NAMESPACE/web-shop.secret.yaml has values that are not in the spec,"
                + " because they may be secret: login.password",
            "  the values of Secret/login are copied, and later changes of it have no effect: a"
                + " custom resource names only whole values files of its own namespace",
            "  ConfigMap/missing does not exist, and is optional: it is left out",
            "  not imported: spec.driftDetection, spec.postRenderers, spec.timeout;"
                + " docs/migrate/from-flux.md has the counterparts"),
        reported(run),
        run.out());
    assertTrue(
        run.out()
            .endsWith(
                "Next: docs/migrate/from-flux.md: suspend each HelmRelease before you apply config/imported\n"),
        run.out());
    assertKeepsThePassword(namespace, run, "web-shop.yaml");
    eventually(() -> assertEquals(2, pods(namespace).size()));
    takeOver(namespace, "shop");

    namespace.put("settings", "values.yaml", "color: red");
    namespace.awaitRevisions("shop", "1 superseded", "2 deployed");
    assertEquals(
        Map.of("color", "red", "motd", "none", "password", PASSWORD),
        namespace.data("shop-colors"));
  }

  /** Argo CD renders charts and stores no release. Its page says what a person writes. */
  @Test
  void takesOverAnApplicationOfArgoCdWithOneRevision(TestNamespace namespace) throws IOException {
    var chart = withRandomPassword();
    applyAsArgo(namespace, chart);
    eventually(() -> assertEquals(2, pods(namespace).size()));
    init(namespace);
    assertEquals(
        0,
        execute(
                namespace,
                "create",
                "api",
                "--own-rights",
                "--project=" + project,
                "--helm-chart=" + chart)
            .code());
    Files.writeString(
        project.resolve("watches.yaml"),
        """
          allowAdoption: true
          drift:
            ignore:
            - {kind: Deployment, paths: [/spec/replicas]}
            - {kind: Secret, name: shop-password, paths: [/data/word]}
        """,
        StandardOpenOption.APPEND);
    Files.writeString(
        Files.createDirectories(project.resolve("config/imported").resolve(namespace.name()))
            .resolve("shop.yaml"),
        """
        apiVersion: charts.%1$s.example.com/v1alpha1
        kind: Web
        metadata:
          name: shop
          namespace: %1$s
          annotations: {catamaran.dev/adopt-application: shop}
        spec: {color: green, motd: null, login: {password: %2$s}}
        """
            .formatted(namespace.name(), PASSWORD));
    var pods = pods(namespace);
    takeOver(namespace, "shop");
    assertEquals(
        List.of(primary(namespace, "shop").get().getMetadata().getUid()),
        owners(namespace.existing(Deployment.class, "shop-web")));

    patch(primary(namespace, "shop"), "{spec: {color: red}}");
    namespace.awaitRevisions("shop", "1 superseded", "2 deployed");
    assertEquals(
        Map.of("color", "red", "motd", "none", "password", PASSWORD),
        namespace.data("shop-colors"));
    assertEquals(pods, pods(namespace));
  }

  /** Argo CD applies what `helm template` prints, with marks, and an autoscaler scales it. */
  private static void applyAsArgo(TestNamespace namespace, Path chart) {
    var manifest =
        new Helm(chart)
            .template()
            .withName("shop")
            .withNamespace(namespace.name())
            .set("color", "green")
            .set("motd", "none")
            .set("login.password", PASSWORD)
            .call();
    var client = namespace.client();
    for (var object : client.load(new ByteArrayInputStream(manifest.getBytes(UTF_8))).items()) {
      var meta = object.getMetadata();
      if (meta.getAnnotations().containsKey("helm.sh/hook")) {
        continue;
      }
      meta.getAnnotations()
          .put(
              "argocd.argoproj.io/tracking-id",
              "shop:/%s:%s/%s".formatted(object.getKind(), namespace.name(), meta.getName()));
      if (object instanceof Deployment deployment) {
        deployment.getSpec().setReplicas(2);
      }
      client.resource(object).inNamespace(namespace.name()).create();
    }
  }

  private static Path withRandomPassword() {
    return web(
        "password.yaml",
        """
        apiVersion: v1
        kind: Secret
        metadata: {name: "{{ .Release.Name }}-password", labels: {app: "{{ .Release.Name }}"}}
        data: {word: {{ randAlphaNum 12 | b64enc }}}
        ---
        apiVersion: v1
        kind: ConfigMap
        metadata:
          name: "{{ .Release.Name }}-hook"
          labels: {app: "{{ .Release.Name }}"}
          annotations: {helm.sh/hook: post-install}
        """);
  }

  /** Applies what was imported: nothing changes, and the operator makes no revision. */
  private void takeOver(TestNamespace namespace, String... releases) throws IOException {
    var before = objects(namespace);
    var pods = pods(namespace);
    apply(namespace);
    assertEquals(
        "0 changed, %d unchanged; 0 restart pods, 0 fail".formatted(releases.length),
        plan(namespace).lines().toList().getLast());

    namespace.operate(watching());

    for (var release : releases) {
      awaitReady(namespace, release);
      assertEquals(List.of("1 deployed"), namespace.revisions(release));
    }
    assertEquals(before, objects(namespace));
    assertEquals(pods, pods(namespace));
  }

  /** The lines about releases. */
  private static List<String> reported(Run run) {
    return run.out()
        .lines()
        .dropWhile(line -> !line.startsWith("release "))
        .takeWhile(line -> !line.startsWith("note: ") && !line.startsWith("Next: "))
        .toList();
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
            "not imported: release NAMESPACE/flux: the HelmRelease apps/shop of Flux"
                + " makes it; `catamaran import flux` imports that",
            "not imported: release NAMESPACE/parent, revision 1: its chart has the subcharts child,"
                + " and no revision has their files; name the chart with --helm-chart, and its"
                + " version 0.1.0"),
        run.err().lines().toList());
    var whole = run(namespace, "import", "helm", "parent", "--helm-chart=" + withSubchart());
    assertEquals(0, whole.code(), whole.err());
    assertTrue(Files.exists(project.resolve("helm-charts/parent/charts/child/Chart.yaml")));
  }

  private void assertKeepsThePassword(TestNamespace namespace, Run run, String file)
      throws IOException {
    assertFalse((run.out() + run.err() + imported(namespace, file)).contains(PASSWORD));
  }

  private void giveBack(TestNamespace namespace, String name) {
    var primary = primary(namespace, name);
    patch(primary, "{metadata: {annotations: {catamaran.dev/pause: \"true\"}}}");
    eventually(
        () -> assertTrue(Serialization.asJson(primary.get().get("status")).contains("\"Paused\"")));
    primary.withPropagationPolicy(DeletionPropagation.ORPHAN).delete();
    primary.patch(
        PatchContext.of(PatchType.JSON),
        """
        [{"op": "test", "path": "/metadata/finalizers/0", "value": "catamaran.dev/uninstall-release"},
         {"op": "remove", "path": "/metadata/finalizers/0"}]
        """);
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
    assertEquals(0, run.code(), run.err());
    return run.out();
  }

  private String watches() throws IOException {
    return Files.readString(project.resolve("watches.yaml"));
  }

  private Watching watching() throws IOException {
    return Watching.yaml(watches().replace("helm-charts/", project.resolve("helm-charts") + "/"));
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
      var objects = client.load(Files.newInputStream(file)).items();
      eventually(() -> objects.forEach(each -> client.resource(each).createOr(r -> r.update())));
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

  private static void patch(Resource<GenericKubernetesResource> primary, String yaml) {
    primary.patch(PatchContext.of(PatchType.JSON_MERGE), "---\n" + yaml);
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

  /** What Helm or Argo CD made: uid and content, without the marks of ownership and of Helm. */
  private static Map<String, String> objects(TestNamespace namespace) {
    var found = new TreeMap<String, String>();
    Stream.<List<? extends HasMetadata>>of(
            namespace.list(ConfigMap.class),
            namespace.list(Secret.class),
            namespace.list(Deployment.class))
        .flatMap(List::stream)
        .filter(
            object ->
                object.getMetadata().getLabels() != null
                    && object.getMetadata().getLabels().containsKey("app"))
        .forEach(
            object -> {
              var meta = object.getMetadata();
              var uid = meta.getUid();
              // Each annotation of a Deployment counts as a generation.
              meta.setGeneration(null);
              meta.setManagedFields(List.of());
              meta.setOwnerReferences(List.of());
              meta.setResourceVersion(null);
              meta.getLabels().remove("catamaran.dev/operator");
              meta.getLabels().remove("app.kubernetes.io/managed-by");
              if (meta.getAnnotations() != null) {
                meta.getAnnotations()
                    .keySet()
                    .removeIf(
                        name ->
                            name.startsWith("meta.helm.sh/")
                                || name.equals("deployment.kubernetes.io/revision"));
              }
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
    return web("none.yaml", "");
  }

  private static Path web(String further, String template) {
    return TestChart.named("web")
        .template(further, template)
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
