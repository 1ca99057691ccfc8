package dev.catamaran.testcluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;

/** The helm operators written in Go, built from source by hack/go-operators. */
public enum GoOperator {
  OPERATOR_SDK("operator-sdk"),
  HELM_OPERATOR_PLUGINS("helm-operator-plugins");

  private static final int TOO_OLD = 2;

  private final String name;

  GoOperator(String name) {
    this.name = name;
  }

  /** Has it work in that namespace; builds it first if that was never done here. */
  OperatorProcess start(TestNamespace namespace, Watching watching) {
    var command =
        List.of(
            binary(),
            "run",
            "--watches-file=" + watching.write(),
            "--metrics-bind-address=0",
            "--health-probe-bind-address=0",
            "--max-concurrent-reconciles=4");
    return OperatorProcess.start(
        command,
        Map.of(
            "WATCH_NAMESPACE",
            namespace.name(),
            "KUBECONFIG",
            namespace.identity(name).kubeconfig().toString()));
  }

  private String binary() {
    try {
      var process =
          new ProcessBuilder("hack/go-operators/build", name)
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      var path = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      int status = process.waitFor();
      Assumptions.assumeTrue(status != TOO_OLD, "this machine's Go cannot build " + name);
      if (status != 0) {
        throw new IllegalStateException("hack/go-operators/build " + name + " failed");
      }
      return path.strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
