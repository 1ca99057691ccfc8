package dev.catamaran.release;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.catamaran.release.EngineFailure.Forbidden;
import dev.catamaran.release.EngineFailure.Immutable;
import dev.catamaran.release.EngineFailure.Locked;
import dev.catamaran.release.EngineFailure.NamespaceMissing;
import dev.catamaran.release.EngineFailure.Rejected;
import dev.catamaran.release.EngineFailure.TooLarge;
import dev.catamaran.release.EngineFailure.Unreachable;
import dev.catamaran.release.EngineFailure.Unrenderable;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class FailureTextTest {

  static Stream<Arguments> messagesOfHelm() {
    return Stream.of(
        arguments("another operation (install/upgrade/rollback) is in progress", Locked.class),
        arguments(
            "Kubernetes cluster unreachable: Get \"https://10.0.0.1/version\": dial tcp: i/o timeout",
            Unreachable.class),
        arguments(
            "template: p/templates/a.yaml:3:7: executing \"p/templates/a.yaml\" at <.Values.a.b>: nil pointer evaluating interface {}.b",
            Unrenderable.class),
        arguments(
            "execution error at (p/templates/a.yaml:1:3): size is required", Unrenderable.class),
        arguments(
            "parse error at (p/templates/a.yaml:1): function \"nope\" not defined",
            Unrenderable.class),
        arguments(
            "YAML parse error on p/templates/a.yaml: error converting YAML to JSON: yaml: line 2",
            Unrenderable.class),
        arguments(
            "unable to build kubernetes objects from release manifest: resource mapping not found for name: \"a\"",
            Unrenderable.class),
        arguments(
            "values don't meet the specifications of the schema(s) in the following chart(s):\nmemcached:\n- replicaCount: Invalid type",
            Unrenderable.class),
        arguments("cannot re-use a name that is still in use", Rejected.class),
        arguments("release: not found", Rejected.class),
        arguments("null", Rejected.class));
  }

  @ParameterizedTest
  @MethodSource("messagesOfHelm")
  void tellsFailuresApart(String message, Class<? extends EngineFailure> failure) {
    assertEquals(failure, FailureText.classify(message).getClass());
  }

  @Test
  void keepsHelmsWordsWithoutTheSpaceAroundThem() {
    assertEquals(new Rejected("release: not found"), FailureText.classify(" release: not found\n"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "StatefulSet.apps \"one-web\" is invalid: spec: Forbidden: updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template' are forbidden",
        "Deployment.apps \"one-web\" is invalid: spec.selector: Invalid value: {\"matchLabels\":{\"app\":\"b\"}}: field is immutable",
        "Service \"one-web\" is invalid: spec.clusterIPs[0]: Invalid value: [\"10.0.0.9\"]: may not change once set",
        "Pod \"one-web\" is invalid: spec: Forbidden: pod updates may not change fields other than `spec.containers[*].image`",
        "PersistentVolumeClaim \"one-web\" is invalid: spec: Forbidden: spec is immutable after creation except resources.requests",
        "RoleBinding.rbac.authorization.k8s.io \"one-web\" is invalid: roleRef: Invalid value: {\"name\":\"b\"}: cannot change roleRef",
        "StorageClass.storage.k8s.io \"one-web\" is invalid: parameters: Forbidden: updates to parameters are forbidden."
      })
  void namesTheObjectThatCannotBeChanged(String refusal) {
    var kind = refusal.split("[. ]", 2)[0];
    var text =
        "cannot patch \"one-cfg\" with kind ConfigMap: the server said no && cannot patch"
            + " \"one-web\" with kind %s: %s".formatted(kind, refusal);
    var failure = assertInstanceOf(Immutable.class, FailureText.classify(text));
    assertEquals(kind, failure.kind());
    assertEquals("one-web", failure.name());
    assertTrue(failure.message().startsWith(kind + " one-web has fields"), failure.message());
    assertTrue(failure.message().endsWith(text), failure.message());
  }

  @Test
  void readsTheDescriptionOfAFailedRevisionAsWell() {
    var failure =
        FailureText.classify(
            "Upgrade \"one\" failed: cannot patch \"one-job\" with kind Job: Job.batch \"one-job\""
                + " is invalid: spec.template: Invalid value: {}: field is immutable");
    assertEquals("one-job", assertInstanceOf(Immutable.class, failure).name());
  }

  /** An object whose own text speaks of immutability is not one that cannot be changed. */
  @Test
  void doesNotTakeEveryRefusedPatchForAnImmutableField() {
    assertInstanceOf(
        Rejected.class,
        FailureText.classify(
            "cannot patch \"immutable\" with kind Service: Service \"immutable\" is invalid:"
                + " spec.ports[0].port: Invalid value: 99999: must be between 1 and 65535"));
  }

  @Test
  void saysWhoLacksWhichRightWhere() {
    var failure =
        FailureText.classify(
            "cannot patch \"one\" with kind Deployment: deployments.apps \"one\" is forbidden: User"
                + " \"system:serviceaccount:shop:deployer\" cannot patch resource \"deployments\" in"
                + " API group \"apps\" in the namespace \"shop\"");
    assertTrue(
        assertInstanceOf(Forbidden.class, failure)
            .message()
            .startsWith(
                "system:serviceaccount:shop:deployer may not patch deployments.apps in namespace"
                    + " shop; grant it that right: cannot patch"),
        failure.message());
  }

  @Test
  void knowsThatANamespaceIsNotThere() {
    assertInstanceOf(
        NamespaceMissing.class,
        FailureText.classify("create: failed to create: namespaces \"acme\" not found"));
  }

  @Test
  void saysWhoLacksWhichRightInTheWholeCluster() {
    var failure =
        FailureText.classify(
            "namespaces is forbidden: User \"anna\" cannot create resource \"namespaces\" in API"
                + " group \"\" at the cluster scope");
    assertTrue(
        failure.message().startsWith("anna may not create namespaces in the whole cluster;"),
        failure.message());
  }

  @Test
  void doesNotTakeAQuotaForAMissingRight() {
    assertInstanceOf(
        Rejected.class,
        FailureText.classify(
            "failed to create resource: pods \"a\" is forbidden: exceeded quota: small"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "create: failed to create: Secret \"sh.helm.release.v1.one.v1\" is invalid: data: Too long: may not be more than 1048576 bytes",
        "create: failed to create: etcdserver: request is too large",
        "create: failed to create: Request entity too large: limit is 3145728"
      })
  void knowsARevisionThatDoesNotFitIntoItsSecret(String text) {
    var failure = assertInstanceOf(TooLarge.class, FailureText.classify(text));
    assertTrue(failure.message().contains("1 MiB"), failure.message());
  }

  @Test
  void takesAnObjectOfTheChartThatIsTooLargeForARefusal() {
    assertInstanceOf(
        Rejected.class,
        FailureText.classify(
            "failed to create resource: ConfigMap \"a\" is invalid: []: Too long: may not be more"
                + " than 1048576 bytes"));
  }

  @Test
  void writesAListOfErrorsInOneLine() {
    assertEquals(
        new Rejected("post-install hooks failed: job a failed; job b failed"),
        FailureText.classify(
            "post-install hooks failed: 2 errors occurred:\n\t* job a failed\n\t* job b failed\n\n"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "error converting YAML to JSON: yaml: unmarshal errors:\n  line 5: cannot unmarshal !!str `hunter2` into map",
        "error converting YAML to JSON: yaml: invalid map key: map[interface {}]interface {}{\"hunter2\":interface {}(nil)}",
        "template: a/templates/a.yaml:5:9: executing \"a/templates/a.yaml\" at <.Values.list>: range can't iterate over hunter2",
        "template: a/templates/a.yaml:5:9: error calling toDate: strconv.Atoi: parsing \"hunter2\": invalid syntax"
      })
  void leavesOutTheTextThatHelmStumbledOver(String text) {
    var message = FailureText.classify(text).message();
    assertFalse(message.contains("hunter2"), message);
    assertTrue(message.contains("(left out)"), message);
    assertTrue(message.contains("5") || message.contains("map key"), message);
  }
}
