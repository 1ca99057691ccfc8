package dev.catamaran.project;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rules of Helm (helm.sh/helm, pkg/ignore/rules_test.go). */
class IgnoredFilesTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "helm.txt | helm.txt | true",
        "helm.txt | mast/helm.txt | true",
        "helm.* | tiller.txt | false",
        "/a/*.txt | a/b.txt | true",
        "/a/*.txt | c/a/b.txt | false",
        "a/b.txt | c/a/b.txt | false",
        "tests/ | tests/one/two.yaml | true",
        "tests/ | sub/tests/two.yaml | true",
        "tests/ | tests | false",
        "cargo/*.[tc]xt | cargo/a.cxt | true",
        "cargo/*.[^t]xt | cargo/a.txt | false",
        "\\*.txt | a.txt | false",
        "*.t?t | a.tzt | true",
        "# *.txt | a.txt | false",
        "!keep.txt | other.txt | true",
        "!keep.txt | keep.txt | false",
        "ci/ | ci/ha-values.yaml | false",
        "ci/ | ci/kind.sh | true",
        "*.md | sub/.git/config | true",
        "*.md | .git | true",
        "*.md | .gitignore | true",
        "*.md | .github-like.yaml | false",
        "*.md | templates/deployment.yaml | false",
      })
  void areThoseOfHelmAndOfVersionControl(
      String rule, String path, boolean isIgnored, @TempDir Path folder) throws IOException {
    Files.writeString(folder.resolve(".helmignore"), "# of a chart\n\n" + rule + "\n");
    assertEquals(isIgnored, IgnoredFiles.of(folder).has(Path.of(path)));
  }

  @Test
  void needNoHelmignore(@TempDir Path folder) {
    assertEquals(false, IgnoredFiles.of(folder).has(Path.of("a.txt")));
    assertEquals(true, IgnoredFiles.of(folder).has(Path.of(".git/HEAD")));
  }
}
