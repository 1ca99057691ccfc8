package dev.catamaran.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.catamaran.api.ManagerException;
import dev.catamaran.manager.ClusterAccess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
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

  /** The operator, the test kit and the commands for people read it in two ways. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | true",
        "'\n \n' | true",
        "'# nothing yet' | true",
        "'---' | true",
        "'{}' | true",
        "'apiVersion: v1\nkind: Config' | false",
        "'apiVersion: v1\nkind: Config\nclusters: null\ncontexts: null\nusers: null' | false",
        "'apiVersion: v1\nkind: Config\nclusters: []\ncontexts: []\ncurrent-context: gone' | false",
      })
  void saysWhatIsMissing(String text, boolean isEmpty) throws IOException {
    var file = Files.writeString(folder.resolve("config"), text == null ? "" : text);
    var sentence = "kubeconfig %s %s".formatted(file, isEmpty ? EMPTY : NO_CONTEXT);

    assertEquals(
        sentence,
        assertThrows(ManagerException.class, () -> ClusterAccess.open(Optional.of(file)))
            .getMessage());
    assertEquals(
        sentence,
        assertThrows(
                ManagerException.class,
                () -> Cluster.use(Optional.of(file), Optional.empty(), cluster -> cluster))
            .getMessage());
  }
}
