package dev.catamaran.testcluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The Helm operators in Go, built from source. */
public enum GoOperator {
  OPERATOR_SDK("operator-sdk"),
  HELM_OPERATOR_PLUGINS("helm-operator-plugins");

  private final String name;

  GoOperator(String name) {
    this.name = name;
  }

  /** Its account in this namespace. */
  public OperatorIdentity identity(TestNamespace namespace) {
    return namespace.identity(name);
  }

  /** The path of its program. The first call on a machine builds it. */
  public String binary() {
    return FromSource.binary(name);
  }

  /** Starts the operator for this namespace, with further flags. */
  OperatorProcess start(TestNamespace namespace, Watching watching, String... flags) {
    var command =
        new ArrayList<>(
            List.of(
                binary(),
                "run",
                "--watches-file=" + watching.write(),
                "--metrics-bind-address=0",
                "--health-probe-bind-address=0",
                "--max-concurrent-reconciles=4"));
    command.addAll(List.of(flags));
    return OperatorProcess.start(
        command,
        Map.of(
            "WATCH_NAMESPACE",
            namespace.name(),
            "KUBECONFIG",
            identity(namespace).kubeconfig().toString()));
  }
}
