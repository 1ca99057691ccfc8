package dev.catamaran.release;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
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
import java.time.Duration;
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
  void classifiesMessagesOfHelm(String message, Class<? extends EngineFailure> failure) {
    assertEquals(failure, FailureText.classify(message).getClass());
  }

  /** Messages of client-go and Helm: alone, wrapped by Helm and joined by Helm. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Kubernetes cluster unreachable: Get \"https://10.0.0.1:443/version\": dial tcp 10.0.0.1:443: connect: connection refused",
        "context canceled",
        "create: failed to create: Post \"https://10.0.0.1:443/api/v1/namespaces/a/secrets\": dial tcp 10.0.0.1:443: connect: connection refused",
        "failed to create resource: Post \"https://10.0.0.1:443/apis/apps/v1/namespaces/a/deployments?fieldManager=java\": read tcp 10.1.0.2:40112->10.0.0.1:443: read: connection reset by peer",
        "could not get information about the resource: Get \"https://10.0.0.1:443/api/v1/namespaces/a/services/b\": EOF",
        "could not get information about the resource Service \"b\" in namespace \"a\": Get \"https://10.0.0.1/api/v1/x\": unexpected EOF",
        "cannot patch \"one-web\" with kind Deployment: Patch \"https://10.0.0.1/apis/apps/v1/namespaces/a/deployments/one-web\": net/http: TLS handshake timeout",
        "cannot patch \"one-web\" with kind Deployment: Patch \"https://10.0.0.1/x\": context deadline exceeded (Client.Timeout exceeded while awaiting headers)",
        "cannot patch \"one-web\" with kind Deployment: Patch \"https://10.0.0.1/x\": context deadline exceeded",
        "cannot patch \"one-web\" with kind Deployment: Patch \"https://10.0.0.1/x\": http2: client connection lost",
        "cannot patch \"one-web\" with kind Deployment: the server is currently unable to handle the request (patch deployments.apps one-web)",
        "cannot patch \"one-web\" with kind Deployment: Internal error occurred: failed calling webhook \"v.example.com\": failed to call webhook: Post \"https://w.a.svc:443/?timeout=10s\": dial tcp 10.0.0.7:443: connect: connection refused",
        "cannot patch \"one-cfg\" with kind ConfigMap: etcdserver: leader changed && cannot patch \"one-web\" with kind Service: Service \"one-web\" is invalid: spec.ports[0].port: Invalid value: 99999: must be between 1 and 65535",
        "query: failed to query with labels: Get \"https://10.0.0.1/api/v1/namespaces/a/secrets\": dial tcp 10.0.0.1:443: i/o timeout",
        "query: failed to query with labels: the server has received too many requests and has asked us to try again later (get secrets)",
        "query: failed to query with labels: something unforeseen",
        "create: failed to create: something unforeseen",
        "uninstall: Release not loaded: one: query: failed to query with labels: the server was unable to return a response in the time allotted, but may still be processing the request (get secrets)",
        "uninstallation completed with 1 error(s): uninstall: Failed to purge the release: delete: failed to get release \"sh.helm.release.v1.one.v1\": etcdserver: request timed out",
        "failed to create resource: etcdserver: request timed out",
        "failed to create resource: Timeout: request did not complete within requested timeout - context deadline exceeded",
        "failed to create resource: The POST operation against Deployment.apps could not be completed at this time, please try again.",
        "failed to create resource: an error on the server (\"<html>bad gateway</html>\") has prevented the request from succeeding (post services)",
        "failed to create resource: Too many requests: too many requests, please try again later.",
        "failed to create resource: unexpected error when reading response body. Please retry. Original error: read tcp 10.1.0.2:1->10.0.0.1:443: read: connection reset by peer",
        "failed to create resource: client rate limiter Wait returned an error: context deadline exceeded",
        "failed pre-install: 1 error occurred:\n\t* Get \"https://10.0.0.1/apis/batch/v1/namespaces/a/jobs?watch=true\": dial tcp 10.0.0.1:443: connect: no route to host\n\n",
        "post-upgrade hooks failed: 2 errors occurred:\n\t* job a failed: BackoffLimitExceeded\n\t* the server is currently unable to handle the request (get jobs.batch b)\n\n",
        "unable to build kubernetes objects from release manifest: Get \"https://10.0.0.1/openapi/v3?timeout=32s\": EOF",
        "unable to build kubernetes objects from current release manifest: unable to retrieve the complete list of server APIs: metrics.k8s.io/v1beta1: the server is currently unable to handle the request",
        "template: p/templates/a.yaml:1:4: executing \"p/templates/a.yaml\" at <lookup \"v1\" \"Secret\" \"a\" \"b\">: error calling lookup: Get \"https://10.0.0.1/api/v1\": dial tcp 10.0.0.1:443: connect: connection refused",
        "update: failed to update: Operation cannot be fulfilled on secrets \"sh.helm.release.v1.one.v2\": the object has been modified; please apply your changes to the latest version and try again",
        "Upgrade \"one\" failed: cannot patch \"one-web\" with kind Deployment: the server is currently unable to handle the request (patch deployments.apps one-web)",
        "Release \"one\" failed: failed to create resource: Post \"https://10.0.0.1/api/v1/x\": EOF"
      })
  void blamesTheApiServerForItsErrors(String text) {
    assertInstanceOf(Unreachable.class, FailureText.classify(text));
  }

  /** Timeouts of waits and hooks, refusals, and chart texts that resemble network errors. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "failed pre-install: 1 error occurred:\n\t* timed out waiting for the condition\n\n",
        "post-upgrade hooks failed: 1 error occurred:\n\t* context deadline exceeded\n\n",
        "context deadline exceeded",
        "resource Deployment/a/b not ready. status: InProgress, message: Available: 0/1\ncontext deadline exceeded",
        "failed post-install: 1 error occurred:\n\t* job one-test failed: BackoffLimitExceeded\n\n",
        "execution error at (p/templates/a.yaml:1:3): connection refused by policy",
        "values don't meet the specifications of the schema(s) in the following chart(s):\np:\n- at '/url': 'connection refused' does not match",
        "failed to create resource: ConfigMap \"a\" is invalid: metadata.labels: Invalid value: \"etcdserver: request timed out\": a valid label must be an empty string",
        "cannot patch \"a\" with kind Service: Service \"a\" is invalid: spec.ports[0].port: Invalid value: 99999: must be between 1 and 65535",
        "failed to create resource: ConfigMap \"a\" is invalid: data: Invalid value: \"pods \\\"a\\\" is forbidden\": no",
        "failed to create resource: configmaps \"one-twice\" already exists",
        "cannot patch \"one\" with kind StatefulSet: StatefulSet.apps \"one\" is invalid: spec: Forbidden: updates to statefulset spec for fields other than 'replicas' are forbidden"
      })
  void blamesTheInputForTimeoutsAndRefusals(String text) {
    assertTrue(FailureText.classify(text).blamesTheInput(), text);
  }

  @Test
  void recognizesATerminatingNamespace() {
    assertInstanceOf(
        EngineFailure.NamespaceTerminating.class,
        FailureText.classify(
            "create: failed to create: secrets \"sh.helm.release.v1.one.v1\" is forbidden: unable to"
                + " create new content in namespace shop because it is being terminated"));
  }

  @Test
  void treatsAnUnknownCallerAsAMissingRight() {
    assertInstanceOf(
        Forbidden.class,
        FailureText.classify(
            "query: failed to query with labels: the server has asked for the client to provide"
                + " credentials (get secrets)"));
  }

  @Test
  void trimsTheMessageOfHelm() {
    assertEquals(new Rejected("release: not found"), FailureText.classify(" release: not found\n"));
  }

  @Test
  void shortensAMessageThatIsTooLongForACondition() {
    var text = "template: at first: " + "again: ".repeat(20_000) + "at last";

    var message = FailureText.classify(text).message();

    assertTrue(message.length() < 4100, () -> message.length() + " characters");
    assertTrue(message.startsWith("template: at first: again"), message);
    assertTrue(message.endsWith("again: at last"), message);
    assertTrue(message.contains("characters left out"), message);
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

  /** The word "immutable" in a name does not make a field immutable. */
  @Test
  void distinguishesARefusedPatchFromAnImmutableField() {
    assertInstanceOf(
        Rejected.class,
        FailureText.classify(
            "cannot patch \"immutable\" with kind Service: Service \"immutable\" is invalid:"
                + " spec.ports[0].port: Invalid value: 99999: must be between 1 and 65535"));
  }

  @Test
  void namesUserRightAndNamespaceOfAForbiddenRequest() {
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
  void namesTheUserThatMayNotGrantRights() {
    var failure =
        FailureText.classify(
            "failed to create resource: roles.rbac.authorization.k8s.io \"one\" is forbidden: user"
                + " \"system:serviceaccount:shop:operator\" (groups=[\"system:serviceaccounts\""
                + " \"system:authenticated\"]) is attempting to grant RBAC permissions not currently"
                + " held:\n{APIGroups:[\"\"], Resources:[\"pods\"], Verbs:[\"get\"]}");
    assertTrue(
        assertInstanceOf(Forbidden.class, failure)
            .message()
            .startsWith(
                "system:serviceaccount:shop:operator may not grant rights that it does not have;"
                    + " grant it those rights: failed to create resource"),
        failure.message());
  }

  @Test
  void recognizesAMissingNamespace() {
    assertInstanceOf(
        NamespaceMissing.class,
        FailureText.classify("create: failed to create: namespaces \"acme\" not found"));
  }

  @Test
  void namesUserAndRightOfAForbiddenClusterRequest() {
    var failure =
        FailureText.classify(
            "namespaces is forbidden: User \"anna\" cannot create resource \"namespaces\" in API"
                + " group \"\" at the cluster scope");
    assertTrue(
        failure.message().startsWith("anna may not create namespaces in the whole cluster;"),
        failure.message());
  }

  /** All of it may go away although the input stays the same. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "failed to create resource: pods \"a\" is forbidden: exceeded quota: small",
        "Release \"one\" failed: failed to create resource: services \"a\" is forbidden: exceeded quota: small, requested: services=1",
        "failed to create resource: pods \"a\" is forbidden: pod rejected: RuntimeClass \"sandboxed\" not found",
        "create Pod a-0 in StatefulSet a failed error: pods of a is forbidden: exceeded quota: small",
        "storageclass.storage.k8s.io \"fast\" not found",
        "failed to create resource: pods \"a\" is forbidden: no PriorityClass with name high was found",
        "failed to create resource: pods \"a\" is forbidden: error looking up service account shop/web: serviceaccount \"web\" not found",
        "cannot patch \"a\" with kind Pod: pods \"a\" is forbidden: violates PodSecurity \"restricted:latest\": runAsNonRoot != true",
        "failed pre-install: 1 error occurred:\n\t* pods \"a\" is forbidden: exceeded quota: small\n\n",
        "failed to create resource: configmaps \"a\" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'b' denied request: not on a Friday",
        "failed to create resource: admission webhook \"p.example.com\" denied the request: the registry said: connection refused",
        "Unable to continue with install: ConfigMap \"a\" in namespace \"shop\" exists and cannot be imported into the current release: invalid ownership metadata; annotation validation error: missing key \"meta.helm.sh/release-name\"",
        "unable to build kubernetes objects from release manifest: resource mapping not found for name: \"a\" namespace: \"\" from \"\": no matches for kind \"Gone\" in version \"x.example.com/v1\"\nensure CRDs are installed first"
      })
  void blamesNobodyForWhatStandsInTheWay(String text) {
    assertInstanceOf(EngineFailure.InTheWay.class, FailureText.classify(text), text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "create: failed to create: Secret \"sh.helm.release.v1.one.v1\" is invalid: data: Too long: may not be more than 1048576 bytes",
        "create: failed to create: etcdserver: request is too large",
        "create: failed to create: Request entity too large: limit is 3145728"
      })
  void recognizesARevisionTooLargeForItsSecret(String text) {
    var failure = assertInstanceOf(TooLarge.class, FailureText.classify(text));
    assertTrue(failure.message().contains("1 MiB"), failure.message());
  }

  @Test
  void treatsATooLargeChartObjectAsRejected() {
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
    assertEquals(
        new Rejected("a; ; b"), FailureText.classify("3 errors occurred:\n\t* a\n\t* \n\t* b\n\n"));
  }

  static Stream<String> longTexts() {
    return Stream.of(
        "1".repeat(700_000),
        "1 error occurred:\n\t* " + "\n".repeat(700_000) + "-",
        "parsing \"".repeat(100_000),
        "cannot unmarshal !!str".repeat(50_000));
  }

  /** Text of people is in messages of Helm, and in the description of a revision. */
  @ParameterizedTest
  @MethodSource("longTexts")
  void classifiesALongTextQuickly(String text) {
    var failure =
        assertTimeoutPreemptively(Duration.ofSeconds(30), () -> FailureText.classify(text));
    assertInstanceOf(Rejected.class, failure);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "error converting YAML to JSON: yaml: unmarshal errors:\n  line 5: cannot unmarshal !!str `hunter2` into map",
        "error converting YAML to JSON: yaml: invalid map key: map[interface {}]interface {}{\"hunter2\":interface {}(nil)}",
        "template: a/templates/a.yaml:5:9: executing \"a/templates/a.yaml\" at <.Values.list>: range can't iterate over hunter2",
        "template: a/templates/a.yaml:5:9: error calling toDate: strconv.Atoi: parsing \"hunter2\": invalid syntax"
      })
  void omitsValuesFromParseErrors(String text) {
    var message = FailureText.classify(text).message();
    assertFalse(message.contains("hunter2"), message);
    assertTrue(message.contains("(left out)"), message);
    assertTrue(message.contains("5") || message.contains("map key"), message);
  }
}
