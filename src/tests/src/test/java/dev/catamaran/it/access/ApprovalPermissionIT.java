package dev.catamaran.it.access;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.it.Yaml;
import dev.catamaran.rollout.RolloutKind;
import dev.catamaran.testcluster.TestNamespace;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The policy on the page about rollouts. */
class ApprovalPermissionIT {
  private static final Pattern POLICY =
      Pattern.compile(
          "^```yaml\n(apiVersion: admissionregistration.*?)^```$",
          Pattern.MULTILINE | Pattern.DOTALL);
  private static final PatchContext DRY_RUN =
      new PatchContext.Builder()
          .withPatchType(PatchType.JSON_MERGE)
          .withDryRun(List.of("All"))
          .build();
  private static final String NAME = "widget.test.catamaran.dev-1";

  @Test
  void asksForTheVerbApprove(TestNamespace namespace) throws IOException {
    namespace.client().resource(rollout(namespace)).create();
    var policy = policy(namespace);
    policy.forEach(object -> namespace.client().resource(object).create());
    try (var operator = user(namespace, "olga", "get", "list", "patch");
        var approver = user(namespace, "anna", "get", "list", "patch", "approve")) {
      eventually(() -> assertEquals("", answer(operator, namespace, "\"paused\": true")));
      eventually(() -> assertEquals("", answer(approver, namespace, "\"paused\": true")));
      for (var approval :
          List.of("\"approvedWave\": 2", "\"approvedPlan\": \"abc\"", "\"allowedFailures\": 2")) {
        eventually(
            () -> {
              var refusal = answer(operator, namespace, approval);
              assertTrue(refusal.contains("needs the verb approve"), approval + ": " + refusal);
            });
        assertEquals("", answer(approver, namespace, approval), approval);
      }
      assertEquals("", answer(operator, namespace, "\"approvedWave\": 1"), "is no change");
      assertEquals("", answer(operator, namespace, "\"undo\": true"));
    } finally {
      policy.forEach(object -> namespace.client().resource(object).delete());
    }
  }

  private static String answer(KubernetesClient user, TestNamespace namespace, String field) {
    try {
      user.genericKubernetesResources(RolloutKind.API)
          .inNamespace(namespace.name())
          .withName(NAME)
          .patch(DRY_RUN, "{\"spec\": {%s}}".formatted(field));
      return "";
    } catch (KubernetesClientException e) {
      return e.getMessage();
    }
  }

  private static GenericKubernetesResource rollout(TestNamespace namespace) {
    return Serialization.unmarshal(
        """
        apiVersion: catamaran.dev/v1alpha1
        kind: ChartRollout
        metadata: {name: %s, namespace: %s}
        spec: {group: test.catamaran.dev, kind: Widget, from: a, to: b, approvedWave: 1}
        """
            .formatted(NAME, namespace.name()),
        GenericKubernetesResource.class);
  }

  /** The names get the one of the test: the objects are of the whole cluster. */
  private static List<GenericKubernetesResource> policy(TestNamespace namespace)
      throws IOException {
    var page = Files.readString(Path.of("docs/how-to/roll-out-a-chart.md"));
    var policy = POLICY.matcher(page);
    assertTrue(policy.find());
    return Stream.of(
            policy.group(1).replace("chartrollout-approvals", namespace.name()).split("(?m)^---$"))
        .map(yaml -> Serialization.unmarshal(yaml, GenericKubernetesResource.class))
        .toList();
  }

  private static KubernetesClient user(TestNamespace namespace, String name, String... verbs) {
    var client = namespace.client();
    Yaml.create(
        namespace,
        """
        apiVersion: rbac.authorization.k8s.io/v1
        kind: Role
        metadata: {name: %1$s, namespace: %2$s}
        rules: [{apiGroups: [catamaran.dev], resources: [chartrollouts], verbs: [%3$s]}]
        ---
        apiVersion: rbac.authorization.k8s.io/v1
        kind: RoleBinding
        metadata: {name: %1$s, namespace: %2$s}
        roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: %1$s}
        subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: %1$s}]
        """,
        name,
        namespace.name(),
        String.join(", ", verbs));
    return new KubernetesClientBuilder()
        .withConfig(
            new ConfigBuilder(client.getConfiguration()).withImpersonateUsername(name).build())
        .build();
  }
}
