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
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A separate account for the operator of one test. The audit log then distinguishes its requests
 * from all others.
 *
 * @param user the name for the API server
 * @param kubeconfig has a token of the account
 */
public record OperatorIdentity(String user, Path kubeconfig) {
  /** Not the namespace of the test: an operator must outlive its watched namespaces. */
  private static final String HOME = "default";

  private static final long TOKEN_SECONDS = 7200;

  private static final PolicyRule ALL_RIGHTS =
      new PolicyRuleBuilder().withApiGroups("*").withResources("*").withVerbs("*").build();

  /** Creates an account with all rights, or finds it. */
  static OperatorIdentity in(TestNamespace namespace, String name) {
    return bound(namespace, name, "cluster-admin", List.of(ALL_RIGHTS));
  }

  /** Creates an account with only these rights. */
  static OperatorIdentity in(TestNamespace namespace, String name, List<PolicyRule> rules) {
    var role =
        new ClusterRoleBuilder()
            .withMetadata(ownedBy(namespace, null, name))
            .withRules(rules)
            .build();
    namespace.client().resource(role).create();
    return bound(namespace, name, role.getMetadata().getName(), rules);
  }

  private static OperatorIdentity bound(
      TestNamespace namespace, String name, String role, List<PolicyRule> rules) {
    var client = namespace.client();
    var account = new ServiceAccountBuilder().withMetadata(ownedBy(namespace, HOME, name)).build();
    client.resource(account).createOr(r -> r.update());
    client
        .resource(
            new ClusterRoleBindingBuilder()
                .withMetadata(ownedBy(namespace, null, name))
                .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", role)
                .addNewSubject(null, "ServiceAccount", account.getMetadata().getName(), HOME)
                .build())
        .createOr(r -> r.update());
    var identity = of(namespace.cluster(), account);
    var rights = new EffectiveRights(client, identity.user(), null);
    rules.forEach(rights::await);
    return identity;
  }

  /** The identity of an existing account, with its present rights. */
  public static OperatorIdentity of(TestCluster cluster, ServiceAccount account) {
    var meta = account.getMetadata();
    var token =
        cluster
            .admin()
            .serviceAccounts()
            .resource(account)
            .tokenRequest(
                new TokenRequestBuilder()
                    .withNewSpec()
                    .withExpirationSeconds(TOKEN_SECONDS)
                    .endSpec()
                    .build())
            .getStatus()
            .getToken();
    return new OperatorIdentity(
        EffectiveRights.user(meta.getNamespace(), meta.getName()),
        write(cluster.adminKubeconfig(), token));
  }

  private static ObjectMeta ownedBy(TestNamespace owner, @Nullable String namespace, String name) {
    var uid = owner.client().namespaces().withName(owner.name()).get().getMetadata().getUid();
    return new ObjectMetaBuilder()
        .withName(owner.name() + "-" + name)
        .withNamespace(namespace)
        .addNewOwnerReference()
        .withApiVersion("v1")
        .withKind("Namespace")
        .withName(owner.name())
        .withUid(uid)
        .endOwnerReference()
        .build();
  }

  private static Path write(Path admin, String token) {
    try {
      var config =
          Serialization.unmarshal(
              Files.readString(admin), io.fabric8.kubernetes.api.model.Config.class);
      var user = new io.fabric8.kubernetes.api.model.AuthInfoBuilder().withToken(token).build();
      config.getUsers().forEach(named -> named.setUser(user));
      var file = Files.createTempFile("operator-", ".kubeconfig");
      file.toFile().deleteOnExit();
      Files.writeString(file, Serialization.asYaml(config));
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
