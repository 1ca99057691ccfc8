package dev.catamaran.it.access;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.catamaran.manager.ClusterAccess;
import dev.catamaran.testcluster.OperatorIdentity;
import dev.catamaran.testcluster.TestNamespace;
import io.fabric8.kubernetes.api.model.AuthInfo;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A token of a kubeconfig that expires, as those of EKS and GKE do within minutes. */
class RenewedTokenIT {
  private static final String CREDENTIAL =
      """
      {"apiVersion": "client.authentication.k8s.io/v1", "kind": "ExecCredential",
       "status": {"token": "%s"}}
      """;

  @Test
  void runsTheProgramOfTheKubeconfigAgain(TestNamespace namespace, @TempDir Path folder)
      throws Exception {
    var first = namespace.identity("first");
    var credential = folder.resolve("credential");
    Files.writeString(credential, CREDENTIAL.formatted(token(first)));
    try (var access = ClusterAccess.open(Optional.of(withProgram(first, credential)));
        var other = new KubernetesClientBuilder().withConfig(config(first)).build()) {
      awaitFound(access.client(), namespace);
      delete(first, namespace);
      eventually(() -> assertEquals(HttpURLConnection.HTTP_UNAUTHORIZED, refusal(other)));

      Files.writeString(credential, CREDENTIAL.formatted(token(namespace.identity("second"))));

      awaitFound(access.client(), namespace);
    }
  }

  /** The API server applies the rights of a new account only after a moment. */
  private static void awaitFound(KubernetesClient client, TestNamespace namespace) {
    eventually(() -> assertNotNull(client.namespaces().withName(namespace.name()).get()));
  }

  private static int refusal(KubernetesClient client) {
    return assertThrows(KubernetesClientException.class, client::getKubernetesVersion).getCode();
  }

  private static void delete(OperatorIdentity identity, TestNamespace namespace) {
    var user = identity.user().split(":", -1);
    namespace.cluster().admin().serviceAccounts().inNamespace(user[2]).withName(user[3]).delete();
  }

  private static Config config(OperatorIdentity identity) throws IOException {
    return Config.fromKubeconfig(Files.readString(identity.kubeconfig()));
  }

  private static String token(OperatorIdentity identity) throws IOException {
    return config(identity).getAutoOAuthToken();
  }

  /** Returns a kubeconfig with a program that prints the credential. */
  private static Path withProgram(OperatorIdentity identity, Path credential) throws IOException {
    var config =
        Serialization.unmarshal(
            Files.readString(identity.kubeconfig()), io.fabric8.kubernetes.api.model.Config.class);
    var user =
        Serialization.unmarshal(
            """
            exec:
              apiVersion: client.authentication.k8s.io/v1
              command: cat
              args: [%s]
              interactiveMode: Never
            """
                .formatted(credential),
            AuthInfo.class);
    config.getUsers().forEach(named -> named.setUser(user));
    return Files.writeString(credential.resolveSibling("kubeconfig"), Serialization.asYaml(config));
  }
}
