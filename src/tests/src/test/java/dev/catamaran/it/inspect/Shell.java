package dev.catamaran.it.inspect;

import dev.catamaran.cli.Main;
import dev.catamaran.testcluster.TestNamespace;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A person who runs commands for one namespace.
 *
 * @param watches a watches.yaml
 */
public record Shell(TestNamespace namespace, Path kubeconfig, Path watches) {

  /** A person with all rights. */
  public static Shell in(TestNamespace namespace, Path watches) {
    return new Shell(namespace, namespace.cluster().adminKubeconfig(), watches);
  }

  /** The same person, with another kubeconfig. */
  Shell with(Path otherKubeconfig) {
    return new Shell(namespace, otherKubeconfig, watches);
  }

  /** A finished command. Ages, times and the namespace have placeholders. */
  public record Run(int code, String out, String err) {
    List<String> lines() {
      return out.lines().toList();
    }
  }

  /** Runs a command; returns when it ends. */
  public Run run(String... arguments) {
    var out = new StringWriter();
    var err = new StringWriter();
    int code = Main.execute(new PrintWriter(out), new PrintWriter(err), complete(arguments));
    // A sentence breaks by its length, and names of namespaces differ in theirs.
    return new Run(code, plain(out.toString()), plain(err.toString()).replace(";\n", "; "));
  }

  String[] complete(String... arguments) {
    return Stream.concat(
            Stream.of(arguments),
            Stream.of(
                    "--kubeconfig=" + kubeconfig,
                    "--namespace=" + namespace.name(),
                    "--watches-file=" + watches)
                .filter(flag -> !flag.startsWith("--namespace") || !isGiven(arguments)))
        .toArray(String[]::new);
  }

  private static boolean isGiven(String... arguments) {
    return Stream.of(arguments).anyMatch(argument -> argument.startsWith("--namespace="));
  }

  String plain(String text) {
    return text.replace(namespace.name(), "NAMESPACE")
        .replaceAll("\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z", "TIME")
        .replaceAll("\\w{3} \\w{3} [ \\d]\\d \\d\\d:\\d\\d:\\d\\d \\d{4}", "TIME")
        .replaceAll("(?<= )\\d+(m|(m\\d+)?s)(?= |\\n|$)", "AGE");
  }
}
