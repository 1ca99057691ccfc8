package dev.catamaran.testcluster;

import java.util.List;
import java.util.Map;

/** The Helm operators in Go, built from source by hack/go-operators. */
public enum GoOperator {
  OPERATOR_SDK("operator-sdk"),
  HELM_OPERATOR_PLUGINS("helm-operator-plugins");

  private final String name;

  GoOperator(String name) {
    this.name = name;
  }

  /** Starts the operator for this namespace. The first call on a machine builds it. */
  OperatorProcess start(TestNamespace namespace, Watching watching) {
    var command =
        List.of(
            FromSource.binary("hack/go-operators/build", name),
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
}
