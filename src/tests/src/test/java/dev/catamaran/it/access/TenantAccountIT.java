package dev.catamaran.it.access;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.catamaran.cli.Main;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.recorder.ApiResource;
import dev.catamaran.rights.OperatorRights;
import dev.catamaran.rights.Reach;
import dev.catamaran.rights.RoleManifest;
import dev.catamaran.rights.Rule;
import dev.catamaran.testcluster.OperatorIdentity;
import dev.catamaran.testcluster.RequestLog;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The operator may make nothing itself. {@code catamaran generate tenant} prepares a namespace for
 * the releases of its primaries; before that, a primary names this command.
 */
class TenantAccountIT {
  private static final List<String> SEEN = List.of("delete", "get", "list", "watch");

  @Test
  void preparesANamespaceForReleases(TestNamespace namespace) {
    var watching =
        Watching.chart("Widget", TestChart.memcached(), "serviceAccountName: deployer")
            .and(
                "Gadget",
                GeneratedRightsIT.granting(namespace.name()).path(),
                "serviceAccountName: granter");
    var project = watching.write().resolveSibling("");
    var operator = identity(namespace);
    namespace.operate(operator, watching, Duration.ofHours(1));
    namespace.apply("Widget", "one", "{replicaCount: 1}");
    namespace.apply("Gadget", "two", "{color: blue}");

    prepare(namespace, project, "Widget", "deployer");
    prepare(namespace, project, "Gadget", "granter", "--cluster-role");

    namespace.awaitReady("Widget", "one");
    namespace.awaitReady("Gadget", "two");
    var requests = RequestLog.of(operator);
    namespace.apply("Widget", "one", "{replicaCount: 2}");
    namespace.apply("Gadget", "two", "{color: red}");
    for (var release : List.of("one", "two")) {
      namespace.awaitRevisions(release, "1 superseded", "2 deployed");
    }
    namespace.delete("Widget", "one");
    namespace.delete("Gadget", "two");
    namespace.widget("one").awaitGone();
    namespace.one("Gadget", "two").awaitGone();
    assertNull(
        namespace.client().rbac().clusterRoles().withName(namespace.name() + "-reader").get());
    assertEquals(List.of(), requests.forbidden());
  }

  /** Runs what the primary says. */
  private static void prepare(
      TestNamespace namespace, Path project, String kind, String account, String... options) {
    var command =
        "catamaran generate tenant %s --kind %s --account %s | kubectl apply -f -"
            .formatted(namespace.name(), kind, account);
    var name = kind.equals("Widget") ? "one" : "two";
    namespace.awaitReason(
        kind, name, "Ready", "Forbidden", namespace.name() + "/" + account + " does not exist");
    namespace.awaitReason(kind, name, "Ready", "Forbidden", "`" + command + "`");
    var arguments =
        Stream.of(
                Pattern.compile(" ").splitAsStream(command.replaceAll("catamaran | [|].*", "")),
                Arrays.stream(options),
                Stream.of("--project", project.toString()))
            .flatMap(part -> part)
            .toArray(String[]::new);
    var out = new StringWriter();
    var err = new StringWriter();
    assertEquals(
        0, Main.execute(new PrintWriter(out), new PrintWriter(err), arguments), err::toString);
    var objects =
        namespace.client().load(new ByteArrayInputStream(out.toString().getBytes(UTF_8))).items();
    for (var object : objects) {
      namespace.client().resource(object).create();
      if (object.getMetadata().getNamespace() == null) {
        namespace.atClose(() -> delete(namespace, object));
      }
    }
  }

  private static void delete(TestNamespace namespace, HasMetadata object) {
    namespace.client().resource(object).delete();
  }

  /** The rights of config/impersonation, for the charts of this test. */
  private static OperatorIdentity identity(TestNamespace namespace) {
    var rules = new ArrayList<>(OperatorRights.ofAll());
    for (var plural : List.of("widgets", "gadgets")) {
      rules.addAll(
          OperatorRights.ofPrimary(
              new ApiResource("test.catamaran.dev", "v1", plural, plural, true)));
    }
    rules.add(rule("", "secrets", "delete", "get", "list", "patch", "update", "watch"));
    rules.add(rule("", "serviceaccounts", "delete", "get", "impersonate", "list", "watch"));
    Map.of(
            "", List.of("services", "pods", "configmaps"),
            "apps", List.of("deployments"),
            "autoscaling", List.of("horizontalpodautoscalers"),
            "networking.k8s.io", List.of("ingresses"),
            "batch", List.of("jobs"),
            "rbac.authorization.k8s.io", List.of("roles", "rolebindings", "clusterroles"))
        .forEach(
            (group, resources) ->
                resources.forEach(
                    resource -> rules.add(rule(group, resource, SEEN.toArray(String[]::new)))));
    var text = RoleManifest.clusterRole("manager-role", Map.of(), rules).text();
    return namespace.identity(
        "limited", Serialization.unmarshal(text, ClusterRole.class).getRules());
  }

  private static Rule rule(String group, String resource, String... verbs) {
    return Rule.of(Reach.CLUSTER, group, resource, List.of(verbs), "test");
  }
}
