package dev.catamaran;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadmeExampleTest {
  private static final Pattern JAVA =
      // Not an excerpt: excerpts have a comment above.
      Pattern.compile("(?<! -->\n)^```java\n(.*?)^```$", Pattern.DOTALL | Pattern.MULTILINE);

  @Test
  void compilesTheOperatorOfAtMostFortyLines(@TempDir Path folder) throws Exception {
    var example = JAVA.matcher(Files.readString(Path.of("README.md")));
    assertTrue(example.find(), "README.md has no Java");
    var text = example.group(1);
    assertTrue(text.lines().count() <= 40, () -> text.lines().count() + " lines");
    var source = folder.resolve("Operator.java");
    Files.writeString(source, text);

    var compiler = ToolProvider.getSystemJavaCompiler();
    var found = new DiagnosticCollector<JavaFileObject>();
    try (var files = compiler.getStandardFileManager(found, null, null)) {
      var options =
          List.of(
              "-proc:none",
              "-Xlint:all,-processing",
              "-d",
              folder.toString(),
              "-cp",
              System.getProperty("java.class.path"));
      compiler.getTask(null, files, found, options, null, files.getJavaFileObjects(source)).call();
    }
    assertEquals(
        List.of(),
        found.getDiagnostics().stream()
            .filter(diagnostic -> diagnostic.getKind() != Diagnostic.Kind.NOTE)
            // The libraries refer to annotations that are not on the class path.
            .filter(diagnostic -> diagnostic.getSource() != null)
            .map(Object::toString)
            .toList());
    assertTrue(Files.exists(folder.resolve("Operator.class")));
  }
}
