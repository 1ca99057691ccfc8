package dev.catamaran.testcluster;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBuilder;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An account of its own for the operator of one test: the audit log then tells its requests from
 * all others.
 *
 * @param user as the API server names it
 * @param kubeconfig with a token of it
 */
public record OperatorIdentity(String user, Path kubeconfig) {
  /** Not that of the test: an operator has to outlive the namespaces that it works in. */
  private static final String HOME = "default";

  private static final long TOKEN_SECONDS = 7200;

  /** Makes an account that may do everything, or finds it. */
  static OperatorIdentity in(TestNamespace namespace, String name) {
    return bound(namespace, name, "cluster-admin");
  }

  /** Makes an account that may do just this. */
  static OperatorIdentity in(TestNamespace namespace, String name, List<PolicyRule> rules) {
    var role =
        new ClusterRoleBuilder()
            .withMetadata(goesWith(namespace, null, name))
            .withRules(rules)
            .build();
    namespace.client().resource(role).create();
    return bound(namespace, name, role.getMetadata().getName());
  }

  private static OperatorIdentity bound(TestNamespace namespace, String name, String role) {
    var client = namespace.client();
    var account = new ServiceAccountBuilder().withMetadata(goesWith(namespace, HOME, name)).build();
    client.resource(account).createOr(r -> r.update());
    client
        .resource(
            new ClusterRoleBindingBuilder()
                .withMetadata(goesWith(namespace, null, name))
                .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", role)
                .addNewSubject(null, "ServiceAccount", account.getMetadata().getName(), HOME)
                .build())
        .createOr(r -> r.update());
    return of(namespace.cluster(), account);
  }

  /** An account that is there, with whatever rights it has. */
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
        "system:serviceaccount:%s:%s".formatted(meta.getNamespace(), meta.getName()),
        write(cluster.adminKubeconfig(), token));
  }

  private static ObjectMeta goesWith(TestNamespace owner, @Nullable String namespace, String name) {
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
