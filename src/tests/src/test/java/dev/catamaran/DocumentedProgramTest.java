package dev.catamaran;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.manager.ManagerBuilder;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program of docs/how-to/extend-a-chart.md is an operator. */
class DocumentedProgramTest {
  private static final Pattern JAVA =
      Pattern.compile("^```java\n(import .*?)^```$", Pattern.DOTALL | Pattern.MULTILINE);

  @Test
  void compilesTheOperatorOfAtMostFortyLines(@TempDir Path folder) throws Exception {
    var example = JAVA.matcher(Files.readString(Path.of("docs/how-to/extend-a-chart.md")));
    assertTrue(example.find(), "the page has no program");
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

  @Test
  void thePageHasEachOptionOfAManager() throws IOException {
    var page = Files.readString(Path.of("docs/how-to/extend-a-chart.md"));
    assertEquals(
        List.of(),
        Stream.of(ManagerBuilder.class.getMethods())
            .filter(method -> method.getDeclaringClass() == ManagerBuilder.class)
            .map(Method::getName)
            .distinct()
            .filter(name -> !page.contains("`" + name + "`") && !page.contains("`" + name + "("))
            .sorted()
            .toList());
  }

  @Test
  void thePageOfFlagsHasEachVariableOfTheEnvironment() throws IOException {
    var page = Files.readString(Path.of("docs/reference/flags.md"));
    var read = Pattern.compile("\"(CATAMARAN_[A-Z]+)\"");
    assertEquals(
        List.of(),
        Stream.concat(
                Stream.of("CATAMARAN_CLASSPATH"),
                Sources.files("main").stream()
                    .flatMap(file -> read.matcher(Sources.read(file)).results())
                    .map(found -> found.group(1)))
            .filter(name -> !page.contains("`" + name + "`"))
            .toList());
  }
}
