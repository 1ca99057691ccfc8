package dev.catamaran.helm;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.catamaran.temporary.TemporaryFiles;
import io.fabric8.kubernetes.api.model.NamedAuthInfoBuilder;
import io.fabric8.kubernetes.api.model.NamedClusterBuilder;
import io.fabric8.kubernetes.api.model.NamedContextBuilder;
import io.fabric8.kubernetes.client.Config;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/**
 * The kubeconfig for Helm in a pod, which has none. It points to the mounted token, which Helm
 * reads again after a rotation.
 */
public final class KubeconfigFile {
  private static final String NAME = "in-cluster";

  private KubeconfigFile() {}

  /**
   * Writes the file, readable by this user alone.
   *
   * @param config the pod's configuration
   * @throws UncheckedIOException if the temporary folder cannot be written
   */
  public static Path inCluster(Config config) {
    var kubeconfig =
        new io.fabric8.kubernetes.api.model.ConfigBuilder()
            .withApiVersion("v1")
            .withKind("Config")
            .withCurrentContext(NAME)
            .withClusters(
                new NamedClusterBuilder()
                    .withName(NAME)
                    .withNewCluster()
                    .withServer(config.getMasterUrl())
                    .withCertificateAuthority(config.getCaCertFile())
                    .endCluster()
                    .build())
            .withUsers(
                new NamedAuthInfoBuilder()
                    .withName(NAME)
                    .withNewUser()
                    .addToAdditionalProperties(
                        "tokenFile", Config.KUBERNETES_SERVICE_ACCOUNT_TOKEN_PATH)
                    .endUser()
                    .build())
            .withContexts(
                new NamedContextBuilder()
                    .withName(NAME)
                    .withNewContext()
                    .withCluster(NAME)
                    .withUser(NAME)
                    .endContext()
                    .build())
            .build();
    try {
      var file = TemporaryFiles.lastingFile("in-cluster-", ".kubeconfig");
      // Helm reads it several times in each call, and JSON faster than YAML.
      new JsonMapper().writeValue(file.toFile(), kubeconfig);
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write Helm's kubeconfig", e);
    }
  }
}
