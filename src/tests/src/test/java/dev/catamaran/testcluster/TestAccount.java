package dev.catamaran.testcluster;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBuilder;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.PolicyRuleBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBuilder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A ServiceAccount in the namespace of a test, without rights at first. */
public final class TestAccount {
  private static final long TOKEN_SECONDS = 600;

  private final TestNamespace namespace;
  private final String name;
  private final Map<String, PolicyRule> granted = new HashMap<>();

  private TestAccount(TestNamespace namespace, String name) {
    this.namespace = namespace;
    this.name = name;
  }

  /** Creates the account. */
  public static TestAccount in(TestNamespace namespace, String name) {
    var meta = new ObjectMetaBuilder().withName(name).withNamespace(namespace.name()).build();
    namespace.client().resource(new ServiceAccountBuilder().withMetadata(meta).build()).create();
    return new TestAccount(namespace, name);
  }

  /** Requests a new token. */
  public String token() {
    var request = new TokenRequestBuilder().withNewSpec().endSpec().build();
    request.getSpec().setExpirationSeconds(TOKEN_SECONDS);
    return namespace
        .client()
        .serviceAccounts()
        .inNamespace(namespace.name())
        .withName(name)
        .tokenRequest(request)
        .getStatus()
        .getToken();
  }

  /**
   * Deletes the account and all rights of {@link #may}: otherwise an impersonator would still have
   * the rights.
   */
  public void delete() {
    List.copyOf(granted.keySet()).forEach(this::mayNot);
    namespace.delete(ServiceAccount.class, name);
  }

  /**
   * Grants these verbs on all objects of a resource of the core group in the namespace, and waits
   * until the API server applies the right.
   *
   * @param verbs such as {@code get}; {@code *} grants all
   */
  public TestAccount may(String resource, String... verbs) {
    var meta = inNamespace(resource);
    var rule =
        new PolicyRuleBuilder().withApiGroups("").withResources(resource).withVerbs(verbs).build();
    granted.put(resource, rule);
    var client = namespace.client();
    client
        .resource(new RoleBuilder().withMetadata(meta).withRules(rule).build())
        .createOr(r -> r.update());
    client
        .resource(
            new RoleBindingBuilder()
                .withMetadata(meta)
                .withNewRoleRef("rbac.authorization.k8s.io", "Role", meta.getName())
                .addNewSubject(null, "ServiceAccount", name, namespace.name())
                .build())
        .createOr(r -> r.update());
    rights().await(rule);
    return this;
  }

  /** Removes the rights that {@link #may} granted, and waits until the API server refuses. */
  public void mayNot(String resource) {
    var meta = inNamespace(resource);
    namespace.client().resource(new RoleBuilder().withMetadata(meta).build()).delete();
    Optional.ofNullable(granted.remove(resource)).ifPresent(rights()::awaitLoss);
  }

  private ObjectMeta inNamespace(String resource) {
    return new ObjectMetaBuilder()
        .withName(name + "-" + resource)
        .withNamespace(namespace.name())
        .build();
  }

  /** Grants GET on a URL of the API server that is not a resource. */
  public TestAccount mayGet(String url) {
    var rule = new PolicyRuleBuilder().withNonResourceURLs(url).withVerbs("get").build();
    var meta = ownedByNamespace();
    var client = namespace.client();
    client.resource(new ClusterRoleBuilder().withMetadata(meta).withRules(rule).build()).create();
    client
        .resource(
            new ClusterRoleBindingBuilder()
                .withMetadata(meta)
                .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", meta.getName())
                .addNewSubject(null, "ServiceAccount", name, namespace.name())
                .build())
        .create();
    rights().await(rule);
    return this;
  }

  private EffectiveRights rights() {
    var user = EffectiveRights.user(namespace.name(), name);
    return new EffectiveRights(namespace.client(), user, namespace.name());
  }

  private ObjectMeta ownedByNamespace() {
    var owner = namespace.client().namespaces().withName(namespace.name()).require().getMetadata();
    return new ObjectMetaBuilder()
        .withName(namespace.name() + "-" + name)
        .addNewOwnerReference()
        .withApiVersion("v1")
        .withKind("Namespace")
        .withName(owner.getName())
        .withUid(owner.getUid())
        .endOwnerReference()
        .build();
  }
}
