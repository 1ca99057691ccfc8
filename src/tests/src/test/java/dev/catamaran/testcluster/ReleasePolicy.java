package dev.catamaran.testcluster;

import static dev.catamaran.fixture.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The admission policies that the commands wrote for a project, in force for a test's operator. */
public final class ReleasePolicy {
  private static final String FREE = "kube-public";

  private final TestNamespace namespace;

  private ReleasePolicy(TestNamespace namespace) {
    this.namespace = namespace;
  }

  /**
   * Applies config/admission of a project until the test ends, and waits until it is in force.
   *
   * @param operator in place of the account of config/default
   */
  public static ReleasePolicy of(Path project, TestNamespace namespace, OperatorIdentity operator)
      throws IOException {
    var text =
        Files.readString(project.resolve("config/admission/policy.yaml"))
            .replaceAll("system:serviceaccount:[a-z-]+-system:[a-z-]+", operator.user())
            .replaceAll("(?m)(name|policyName): (releases|annotations)$", "$1: $2-%s")
            // That about custom resources is for this test alone.
            .replaceAll(
                "(?s)(# These annotations.*?  matchConstraints:\n)",
                "$1    namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: %s}}\n")
            .replace("%s", namespace.name());
    for (var object :
        namespace.client().load(new ByteArrayInputStream(text.getBytes(UTF_8))).items()) {
      // The tests of a class may share the namespace.
      namespace.client().resource(object).serverSideApply();
      namespace.atClose(() -> namespace.client().resource(object).delete());
    }
    var policy = new ReleasePolicy(namespace);
    var example =
        new ConfigMapBuilder()
            .withNewMetadata()
            .withName("example")
            .withNamespace(FREE)
            .endMetadata()
            .build();
    eventually(
        () ->
            assertEquals(
                "no release has objects in the namespace " + FREE,
                policy.refusal(operator.user(), example).split(";")[0]));
    return policy;
  }

  /** Why the policy lets a user not create an object; empty if it does. */
  public String refusal(String user, HasMetadata object) {
    try (var client = as(user)) {
      client.resource(object).dryRun(true).create();
      return "";
    } catch (KubernetesClientException e) {
      return e.getStatus().getMessage().replaceFirst("(?s).* denied request: ", "");
    }
  }

  /** With all rights, so that nothing but admission refuses. */
  private KubernetesClient as(String user) {
    return new KubernetesClientBuilder()
        .withConfig(
            new ConfigBuilder(namespace.client().getConfiguration())
                .withImpersonateUsername(user)
                .withImpersonateGroups("system:masters")
                .build())
        .build();
  }
}
