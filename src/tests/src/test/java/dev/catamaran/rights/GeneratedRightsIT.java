package dev.catamaran.rights;

import static dev.catamaran.fixture.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.catamaran.cli.Main;
import dev.catamaran.fixture.Definitions;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.recorder.Discovery.ApiResource;
import dev.catamaran.release.CrdPolicy;
import dev.catamaran.rights.Rule.Field;
import dev.catamaran.testcluster.OperatorIdentity;
import dev.catamaran.testcluster.Overlay;
import dev.catamaran.testcluster.RequestLog;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.client.KubernetesClientException;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the operator with exactly the generated rights, through the whole life of a release. */
class GeneratedRightsIT {
  private static final ApiResource WIDGETS =
      new ApiResource("test.catamaran.dev", "v1", "widgets", "Widget", true);

  @Test
  void sufficeForAChartWithTestsAndAreAllUsed(TestNamespace namespace) {
    var rules = rules(TestChart.memcached(), CrdPolicy.CREATE);
    var identity = identity(namespace, rules);
    var requests = RequestLog.of(identity);
    namespace.operate(
        identity,
        Watching.chart("Widget", TestChart.memcached(), "test: true"),
        Duration.ofHours(1));

    namespace.apply("Widget", "one", "{replicaCount: 1}");
    awaitTested(namespace, "1 deployed");
    repairs(namespace, Service.class, "one-memcached");
    namespace.widget("one").patch(Deployment.class, "memcached", "{spec: {replicas: 3}}");
    namespace.widget("one").awaitValue(Deployment.class, "memcached", "spec.replicas", "1");
    namespace.apply("Widget", "one", "{replicaCount: 2}");
    awaitTested(namespace, "1 superseded", "2 deployed");
    namespace.delete("Widget", "one");
    namespace.widget("one").awaitGone();

    assertSufficient(rules, requests);
  }

  @Test
  void sufficeForAChartWithRolesHooksAndReplacedDefinitionsAndAreAllUsed(TestNamespace namespace) {
    var group = namespace.name() + ".example.com";
    var chart =
        granting(namespace.name()).file("crds/boats.yaml", Definitions.yaml(group, "Boat")).path();
    var rules = rules(chart, CrdPolicy.CREATE_REPLACE);
    var identity = identity(namespace, rules);
    var requests = RequestLog.of(identity);
    namespace.operate(
        identity, Watching.chart("Widget", chart, "crds: CreateReplace"), Duration.ofHours(1));
    live(namespace);
    namespace.delete("Widget", "one");
    namespace.widget("one").awaitGone();
    assertNull(reader(namespace).get());
    namespace
        .client()
        .resources(CustomResourceDefinition.class)
        .withName(Definitions.name(group, "Boat"))
        .delete();

    assertSufficient(rules, requests);
  }

  private static void live(TestNamespace namespace) {
    namespace.deploy("Widget", "one", "{color: blue}");
    repairs(namespace, Role.class, "one-role");
    repairs(namespace, ClusterRole.class, namespace.name() + "-reader");
    namespace.apply("Widget", "one", "{color: red}");
    namespace.awaitRevisions("one", "1 superseded", "2 deployed");
    namespace.awaitReady("Widget", "one");
  }

  /** The commands of a newcomer make an operator that makes no release with its own rights. */
  @Test
  void sufficeForANewProjectWhoseReleasesAnAccountMakes(
      TestNamespace namespace, @TempDir Path folder) throws IOException {
    var project = folder.resolve("widget-operator");
    run(project, "init", "--domain=catamaran.dev");
    var api = List.of("create", "api", "--group=test", "--version=v1", "--kind=Widget");
    run(
        project,
        Stream.concat(api.stream(), Stream.of("--helm-chart=" + granting(namespace.name()).path()))
            .toArray(String[]::new));
    var identity = identity(namespace, Files.readString(project.resolve("config/rbac/role.yaml")));
    var requests = RequestLog.of(identity);
    var watches =
        Files.readString(project.resolve("watches.yaml"))
            .replace("helm-charts/", project.resolve("helm-charts") + "/");
    namespace.operate(identity, Watching.yaml(watches), Duration.ofHours(1));
    var one = namespace.widget("one").apply("{color: blue}");
    one.awaitReason(
        "Ready", "Forbidden", namespace.name() + "/widget-operator-deployer does not exist");
    one.awaitReason(
        "Ready",
        "Forbidden",
        "`catamaran generate tenant %s --kind Widget".formatted(namespace.name()));
    applyTenant(namespace, project, identity);
    one.awaitReady();
    requests.restart();

    live(namespace);
    // Without the account, the operator deletes what is left with its own rights.
    namespace.delete(ServiceAccount.class, "widget-operator-deployer");
    namespace.delete("Widget", "one");
    namespace.widget("one").awaitGone();
    eventually(() -> assertNull(reader(namespace).get()));

    assertEquals(List.of(), requests.forbidden());
  }

  /** The deletion of a namespace takes the rights of the operator there with it. */
  @Test
  void letANamespaceGoWithItsAccountAndRoles(TestNamespace namespace, @TempDir Path folder)
      throws IOException {
    var project = folder.resolve("widget-operator");
    run(project, "init", "--domain=catamaran.dev");
    run(
        project,
        "create",
        "api",
        "--group=test",
        "--version=v1",
        "--kind=Widget",
        "--helm-chart=" + TestChart.memcached());
    var role = Files.readString(project.resolve("config/rbac/role.yaml"));
    assertEquals(
        List.of(List.of("list", "watch")),
        Serialization.unmarshal(role, ClusterRole.class).getRules().stream()
            .filter(rule -> rule.getResources().contains("secrets"))
            .map(PolicyRule::getVerbs)
            .toList());
    var identity = identity(namespace, role);
    applyTenant(namespace, project, identity);
    var watches =
        Files.readString(project.resolve("watches.yaml"))
            .replace("helm-charts/", project.resolve("helm-charts") + "/");
    namespace.operate(identity, Watching.yaml(watches), Duration.ofHours(1));
    namespace.deploy("Widget", "one", "{}");

    var itself = namespace.client().namespaces().withName(namespace.name());
    itself.delete();

    eventually(() -> assertNull(itself.get()));
  }

  /** What `make install` applies, in the namespace of this test. */
  private static void applyTenant(TestNamespace namespace, Path project, OperatorIdentity identity)
      throws IOException {
    var list = project.resolve("config/tenant/kustomization.yaml");
    Files.writeString(
        list,
        Files.readString(list).replace("namespace: default", "namespace: " + namespace.name()));
    var yaml =
        Overlay.kustomize(list.resolveSibling("").toString())
            // Other tests make ClusterRoles of these names.
            .replaceAll(
                "(?m)name: (?:default-)?(widget-operator-.*(?:-widget\\.test.*|-revisions))$",
                "name: " + namespace.name() + "-$1")
            .replace(
                "name: widget-operator-controller-manager\n  namespace: widget-operator-system",
                identity.user().replaceFirst(".*:(.+):(.+)", "name: $2\n  namespace: $1"));
    for (var object :
        namespace.client().load(new ByteArrayInputStream(yaml.getBytes(UTF_8))).items()) {
      namespace.client().resource(object).create();
      if (object.getMetadata().getNamespace() == null) {
        namespace.atClose(() -> namespace.client().resource(object).delete());
      }
    }
  }

  private static void run(Path project, String... arguments) {
    var output = new StringWriter();
    var all =
        Stream.concat(Stream.of(arguments), Stream.of("--project=" + project))
            .toArray(String[]::new);
    var writer = new PrintWriter(output);
    assertEquals(0, Main.execute(writer, writer, all), output::toString);
  }

  private static OperatorIdentity identity(TestNamespace namespace, List<Rule> rules) {
    return identity(namespace, RoleManifest.clusterRole("manager-role", Map.of(), rules).text());
  }

  private static OperatorIdentity identity(TestNamespace namespace, String role) {
    return namespace.identity(
        "generated", Serialization.unmarshal(role, ClusterRole.class).getRules());
  }

  private static Resource<ClusterRole> reader(TestNamespace namespace) {
    return namespace.client().rbac().clusterRoles().withName(namespace.name() + "-reader");
  }

  private static List<Rule> rules(Path chart, CrdPolicy crds) {
    var options =
        new ChartRights.Options(/* tests= */ true, crds, JsonNodeFactory.instance.objectNode());
    var rules = new ArrayList<>(ChartRights.of(chart, options).rules());
    rules.addAll(OperatorRights.ofReleases());
    rules.addAll(OperatorRights.ofAll());
    rules.addAll(OperatorRights.ofPrimary(WIDGETS));
    return RoleManifest.clusterRole("manager-role", Map.of(), rules).rules();
  }

  /** The simulated nodes end the pods of Jobs, and no others. */
  private static void awaitTested(TestNamespace namespace, String... revisions) {
    eventually(
        () -> {
          succeed(namespace);
          assertEquals(List.of(revisions), namespace.revisions("one"));
          var widget = namespace.primary("Widget", "one");
          assertNotNull(widget);
          assertEquals(
              String.valueOf(widget.getMetadata().getGeneration()),
              String.valueOf(widget.<Object>get("status", "observedGeneration")));
          assertEquals("True", namespace.condition("Widget", "one", "Ready").get("status"));
        });
  }

  private static void succeed(TestNamespace namespace) {
    var pod =
        namespace
            .client()
            .pods()
            .inNamespace(namespace.name())
            .withName("one-memcached-test-connection");
    try {
      if (pod.get() != null) {
        pod.subresource("status")
            .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"status\":{\"phase\":\"Succeeded\"}}");
      }
    } catch (KubernetesClientException e) {
      // Helm deleted it meanwhile.
      assertEquals(404, e.getCode());
    }
  }

  private static <T extends HasMetadata> void repairs(
      TestNamespace namespace, Class<T> type, String name) {
    var resources = namespace.client().resources(type);
    var object =
        type == ClusterRole.class
            ? resources.withName(name)
            : resources.inNamespace(namespace.name()).withName(name);
    var before = object.require().getMetadata().getUid();
    object.delete();
    eventually(
        () -> {
          var after = object.get();
          assertNotNull(after);
          assertNotEquals(before, after.getMetadata().getUid());
        });
  }

  private static void assertSufficient(List<Rule> rules, RequestLog log) {
    // The operator may still write Events, and the API server the last lines of its log.
    eventually(() -> assertEquals(List.of(), unused(rules, log.requests())));
    assertEquals(List.of(), log.forbidden());
  }

  private static List<Rule> unused(List<Rule> rules, List<RequestLog.Request> requests) {
    return rules.stream()
        .filter(rule -> !isGranted(rule) && !rule.isUnrendered())
        .filter(rule -> requests.stream().noneMatch(request -> allows(rule, request)))
        .toList();
  }

  /**
   * The API server uses such a rule when the operator creates the role or the binding. What the
   * operator itself does with it, the other tests show.
   */
  private static boolean isGranted(Rule rule) {
    return rule.reasons().stream()
        .anyMatch(reason -> reason.startsWith("granted by ") || reason.startsWith("bound by "));
  }

  private static boolean allows(Rule rule, RequestLog.Request request) {
    var resource =
        request.subresource().isEmpty()
            ? request.resource()
            : request.resource() + "/" + request.subresource();
    return rule.get(Field.GROUPS).contains(request.group())
        && rule.get(Field.RESOURCES).contains(resource)
        && rule.get(Field.VERBS).contains(request.verb())
        && (rule.get(Field.NAMES).isEmpty() || rule.get(Field.NAMES).contains(request.name()));
  }

  private static TestChart granting(String namespace) {
    return TestChart.named("granting")
        .values("color: blue")
        .template(
            "roles.yaml",
            """
            apiVersion: rbac.authorization.k8s.io/v1
            kind: Role
            metadata: {name: "{{ .Release.Name }}-role", labels: {color: "{{ .Values.color }}"}}
            rules:
            - {apiGroups: [""], resources: [pods], verbs: [get, deletecollection]}
            - {apiGroups: [""], resources: [configmaps], resourceNames: ["{{ .Release.Name }}"], verbs: [update]}
            ---
            apiVersion: rbac.authorization.k8s.io/v1
            kind: RoleBinding
            metadata: {name: "{{ .Release.Name }}-role"}
            roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: "{{ .Release.Name }}-role"}
            subjects: [{kind: ServiceAccount, name: default}]
            ---
            apiVersion: rbac.authorization.k8s.io/v1
            kind: RoleBinding
            metadata: {name: "{{ .Release.Name }}-view"}
            roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: view}
            subjects: [{kind: ServiceAccount, name: default}]
            ---
            apiVersion: rbac.authorization.k8s.io/v1
            kind: ClusterRole
            metadata: {name: %s-reader}
            rules:
            - {apiGroups: [""], resources: [nodes], verbs: [get]}
            - {nonResourceURLs: [/metrics], verbs: [get]}
            """
                .formatted(namespace))
        .template("hook.yaml", hook());
  }

  private static String hook() {
    return """
    apiVersion: batch/v1
    kind: Job
    metadata:
      name: "{{ .Release.Name }}-migrate"
      annotations:
        helm.sh/hook: pre-install,post-upgrade,pre-delete
        helm.sh/hook-delete-policy: before-hook-creation
    spec:
      template:
        spec:
          restartPolicy: Never
          containers: [{name: main, image: "memcached:1.6-alpine", command: [memcached, -V]}]
    """;
  }
}
