package dev.catamaran.it.typed;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.testcluster.RequestLog;
import dev.catamaran.testcluster.Sample;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import dev.catamaran.testkit.TestedObject;
import dev.catamaran.trial.Apis;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SamplesIT {
  private static final List<String> RIGHTS_OF_PROJECT =
      List.of("config/rbac/role.yaml", "config/rbac/leader_election_role.yaml");

  private static final Set<String> OF_EACH_NAMESPACE =
      Set.of("ConfigMap/kube-root-ca.crt", "ServiceAccount/default");

  /** Events remain after a deletion. The Lease belongs to the operator. */
  private static final Set<String> NOT_OF_SAMPLES = Set.of("Event", "Lease");

  @Test
  void allRunInOneOperatorWithOneLeaseAndTheirOwnRights(TestNamespace namespace) {
    var samples = Sample.all();
    assertTrue(samples.size() > 1, samples::toString);
    samples.forEach(sample -> sample.install(namespace.client()));
    var account = namespace.identity("samples", rights(samples));
    var requests = RequestLog.of(account);
    var operator =
        namespace.launch(
            account,
            Watching.yaml(samples.stream().map(Sample::watches).collect(Collectors.joining())),
            namespace.lease().flags());
    eventually(() -> assertFalse(namespace.lease().holder().isEmpty(), operator::log));
    var before = new TreeSet<String>();
    // Kubernetes makes these a moment after the namespace.
    eventually(
        () -> {
          before.addAll(objects(namespace));
          assertEquals(OF_EACH_NAMESPACE, before);
        });

    var primaries =
        samples.stream()
            .flatMap(sample -> sample.customResources().stream())
            .map(resource -> create(namespace, resource))
            .toList();
    primaries.forEach(TestedObject::awaitReady);
    assertEquals(
        1,
        namespace
            .client()
            .resources(Lease.class)
            .inNamespace(namespace.name())
            .list()
            .getItems()
            .size());

    primaries.forEach(TestedObject::delete);
    primaries.forEach(TestedObject::awaitGone);
    eventually(() -> assertEquals(before, objects(namespace)));
    assertTrue(operator.isAlive(), operator::log);
    assertEquals(List.of(), requests.forbidden(), operator::log);
  }

  /** The API server serves a new kind only after a moment. */
  private static TestedObject<GenericKubernetesResource> create(
      TestNamespace namespace, GenericKubernetesResource resource) {
    var created = new AtomicReference<>(resource);
    eventually(() -> created.set(namespace.scratch().create(resource)));
    return object(namespace, created.get());
  }

  private static TestedObject<GenericKubernetesResource> object(
      TestNamespace namespace, GenericKubernetesResource primary) {
    var kind = GroupVersionKind.parse(primary.getApiVersion(), primary.getKind());
    return namespace.scratch().object(kind, primary.getMetadata().getName());
  }

  private static List<PolicyRule> rights(List<Sample> samples) {
    return Stream.concat(
            RIGHTS_OF_PROJECT.stream().flatMap(file -> rules(Path.of(file)).stream()),
            samples.stream().flatMap(sample -> sample.rights().stream()))
        .toList();
  }

  /** A Role and a ClusterRole have their rules in the same field. */
  private static List<PolicyRule> rules(Path file) {
    try {
      return Serialization.unmarshal(Files.readString(file), Role.class).getRules();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Set<String> objects(TestNamespace namespace) {
    return new TreeSet<>(
        new Apis(namespace.client())
            .all(
                object ->
                    namespace.name().equals(object.getMetadata().getNamespace())
                        && !NOT_OF_SAMPLES.contains(object.getKind())));
  }
}
