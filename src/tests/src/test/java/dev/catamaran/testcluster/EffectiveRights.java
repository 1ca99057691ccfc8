package dev.catamaran.testcluster;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewBuilder;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewSpec;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewSpecBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.fabric8.kubernetes.api.model.rbac.RoleRef;
import io.fabric8.kubernetes.api.model.rbac.Subject;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The rights that the API server applies to a user. It learns of a new or deleted role or binding a
 * moment after it has stored the change.
 *
 * @param user the name for the API server
 * @param namespace of the objects; null for all namespaces
 */
record EffectiveRights(KubernetesClient client, String user, @Nullable String namespace) {

  /** Waits until service accounts have the rights of the roles that these objects bind to them. */
  static void awaitBindings(KubernetesClient client, List<HasMetadata> objects) {
    for (var object : objects) {
      switch (object) {
        case ClusterRoleBinding all ->
            awaitBinding(client, objects, object, all.getRoleRef(), all.getSubjects());
        case RoleBinding some ->
            awaitBinding(client, objects, object, some.getRoleRef(), some.getSubjects());
        default -> {}
      }
    }
  }

  private static void awaitBinding(
      KubernetesClient client,
      List<HasMetadata> objects,
      HasMetadata binding,
      RoleRef role,
      List<Subject> subjects) {
    for (var subject : subjects) {
      if (subject.getKind().equals("ServiceAccount")) {
        var user = user(subject.getNamespace(), subject.getName());
        var rights = new EffectiveRights(client, user, binding.getMetadata().getNamespace());
        objects.stream().flatMap(object -> rules(object, role)).forEach(rights::await);
      }
    }
  }

  private static Stream<PolicyRule> rules(HasMetadata object, RoleRef role) {
    if (!object.getMetadata().getName().equals(role.getName())) {
      return Stream.empty();
    }
    return switch (object) {
      case ClusterRole all when role.getKind().equals("ClusterRole") -> all.getRules().stream();
      case Role some when role.getKind().equals("Role") -> some.getRules().stream();
      default -> Stream.empty();
    };
  }

  /** The name of a service account for the API server. */
  static String user(String namespace, String account) {
    return "system:serviceaccount:%s:%s".formatted(namespace, account);
  }

  /** Waits until the user has the rights of a rule. */
  void await(PolicyRule rule) {
    eventually(() -> assertEquals(true, isAllowed(rule), () -> user + " has not got " + rule));
  }

  /** Waits until the user has the rights of a rule no more. */
  void awaitLoss(PolicyRule rule) {
    eventually(() -> assertEquals(false, isAllowed(rule), () -> user + " still has " + rule));
  }

  /** The first right of a rule stands for all: the API server learns of them together. */
  private boolean isAllowed(PolicyRule rule) {
    var review = new SubjectAccessReviewBuilder().withSpec(spec(rule)).build();
    var answer = client.authorization().v1().subjectAccessReview().create(review);
    return answer.getStatus().getAllowed();
  }

  private SubjectAccessReviewSpec spec(PolicyRule rule) {
    var spec = new SubjectAccessReviewSpecBuilder().withUser(user);
    var verb = rule.getVerbs().getFirst();
    if (rule.getResources().isEmpty()) {
      return spec.withNewNonResourceAttributes(rule.getNonResourceURLs().getFirst(), verb).build();
    }
    var resource = rule.getResources().getFirst().split("/", 2);
    return spec.withNewResourceAttributes()
        .withNamespace(namespace)
        .withGroup(rule.getApiGroups().getFirst())
        .withResource(resource[0])
        .withSubresource(resource.length == 1 ? null : resource[1])
        .withName(first(rule.getResourceNames()))
        .withVerb(verb)
        .endResourceAttributes()
        .build();
  }

  private static @Nullable String first(List<String> names) {
    return names.isEmpty() ? null : names.getFirst();
  }
}
