package dev.catamaran.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.catamaran.api.ManagerException;
import dev.catamaran.engine.EngineRequest.Caller;
import dev.catamaran.inspect.Cluster.Login;
import dev.catamaran.manager.ClusterAccess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KubeconfigTest {
  private static final String EMPTY =
      "is empty; set --kubeconfig or KUBECONFIG to one with a cluster";
  private static final String NO_CONTEXT =
      "has no current context; choose one of its contexts with kubectl config use-context";

  private final Path folder;

  KubeconfigTest(@TempDir Path folder) {
    this.folder = folder;
  }

  /** By the operator, the test kit and the commands for people. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | true",
        "'\n \n' | true",
        "'{}' | true",
        "'apiVersion: v1\nkind: Config' | false",
        "'apiVersion: v1\nkind: Config\nclusters: []\ncontexts: []\ncurrent-context: gone' | false",
      })
  void saysWhatIsMissing(String text, boolean isEmpty) throws IOException {
    var file = Files.writeString(folder.resolve("config"), text == null ? "" : text);
    assertRefused("kubeconfig %s %s".formatted(file, isEmpty ? EMPTY : NO_CONTEXT), file);
  }

  /** The client library would ask another server, or ask as nobody. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "name: a | name: b | kubeconfig FILE has no cluster \"a\", which the context names; it has b",
        "name: u | name: v | kubeconfig FILE has no user \"u\", which the context names; it has v",
        "server: | certificate-authority: no/ca.crt, server: | kubeconfig FILE: the cluster \"a\" names the certificate-authority FOLDER/no/ca.crt, which cannot be read",
        "token: secret | client-certificate: /no/cert, client-key: /no/key | kubeconfig FILE: the user \"u\" names the client-certificate /no/cert, which cannot be read",
        "token: secret | tokenFile: /no/token | kubeconfig FILE: the user \"u\" names the tokenFile /no/token, which cannot be read",
        "token: secret | exec: {apiVersion: client.authentication.k8s.io/v1, command: /no/login, args: [secret], installHint: get it from example.com} | kubeconfig FILE: the user \"u\" logs in by the program /no/login, which gives no credentials: run it to see why; get it from example.com",
      })
  void namesWhatTheContextLacks(String part, String by, String sentence) throws IOException {
    var file =
        Files.writeString(
            folder.resolve("config"),
            """
            apiVersion: v1
            kind: Config
            clusters: [{cluster: {server: "https://127.0.0.1:1"}, name: a}]
            users: [{user: {token: secret}, name: u}]
            contexts: [{context: {cluster: a, user: u}, name: c}]
            current-context: c
            """
                .replace(part, by));
    assertRefused(
        sentence.replace("FILE", file.toString()).replace("FOLDER", folder.toString()), file);
  }

  @Test
  void namesTheFileThatIsNoYamlWithoutItsText() throws IOException {
    var file = Files.writeString(folder.resolve("config"), "users: [{user: {token: secret}\n");
    assertRefused(
        "kubeconfig %s is not valid; kubectl config view shows the problem".formatted(file), file);
  }

  @Test
  void reportsADirectoryInPlaceOfAFile() {
    assertRefused("kubeconfig %s cannot be read; check its permissions".formatted(folder), folder);
  }

  private static void assertRefused(String sentence, Path file) {
    assertEquals(sentence, refusalOf(() -> ClusterAccess.open(Optional.of(file))));
    assertEquals(
        sentence,
        refusalOf(
            () ->
                Cluster.use(
                    new Login(Optional.of(file), "", Caller.OF_KUBECONFIG, Duration.ofSeconds(30)),
                    cluster -> cluster)));
  }

  private static @Nullable String refusalOf(Executable reading) {
    return assertThrows(ManagerException.class, reading).getMessage();
  }
}
