package dev.catamaran.helm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;

class KubeconfigFileTest {
  @Test
  void namesTheTokenFileInsteadOfTheTokenForItsUserAlone() throws IOException {
    var account = "/var/run/secrets/kubernetes.io/serviceaccount/";
    var file =
        KubeconfigFile.inCluster(
            new ConfigBuilder(Config.empty())
                .withMasterUrl("https://10.96.0.1:443/")
                .withCaCertFile(account + "ca.crt")
                .withOauthToken("a-token-that-expires")
                .build());
    try {
      var read = new YAMLMapper().readTree(file.toFile());
      var name = read.path("current-context").asText();
      var expected =
          """
          apiVersion: v1
          kind: Config
          clusters:
          - name: NAME
            cluster: {server: "https://10.96.0.1:443/", certificate-authority: ACCOUNTca.crt}
          users: [{name: NAME, user: {tokenFile: ACCOUNTtoken}}]
          contexts: [{name: NAME, context: {cluster: NAME, user: NAME}}]
          current-context: NAME
          """;
      assertEquals(
          new YAMLMapper().readTree(expected.replace("NAME", name).replace("ACCOUNT", account)),
          read);
      assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    } finally {
      Files.delete(file);
    }
  }
}
