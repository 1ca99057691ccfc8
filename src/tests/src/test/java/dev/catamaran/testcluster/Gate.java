package dev.catamaran.testcluster;

import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;

/**
 * Blocks Helm during an operation until the test opens the gate: a Job of a hook cannot be
 * scheduled without a label on a node.
 */
public final class Gate {
  private static final String PREFIX = "test.catamaran.dev/gate-";

  private final KubernetesClient client;
  private final String label;

  Gate(KubernetesClient client, String name) {
    this.client = client;
    this.label = PREFIX + name;
  }

  /**
   * A Job that ends when the gate is open. Helm deletes it afterwards.
   *
   * @param hooks when Helm runs it, such as {@code pre-install,pre-upgrade}
   */
  public String job(String hooks) {
    return """
    apiVersion: batch/v1
    kind: Job
    metadata:
      name: "{{ .Release.Name }}-gate"
      annotations:
        helm.sh/hook: %s
        helm.sh/hook-delete-policy: before-hook-creation,hook-succeeded
    spec:
      template:
        spec:
          restartPolicy: Never
          nodeSelector: {"%s": open}
          containers:
          - name: gate
            image: memcached:1.6-alpine
            command: [memcached, -V]
    """
        .formatted(hooks, label);
  }

  /** Opens the gate for waiting Jobs and for new ones. */
  public void open() {
    label("open");
  }

  /** Closes the gate for new Jobs. */
  public void close() {
    label(null);
  }

  private void label(@org.jspecify.annotations.Nullable String value) {
    var node = client.nodes().list().getItems().getFirst().getMetadata().getName();
    TestNamespace.edit(
        client.nodes().withName(node),
        n -> {
          var labels = new java.util.HashMap<>(n.getMetadata().getLabels());
          if (value == null) {
            labels.remove(label);
          } else {
            labels.put(label, value);
          }
          return new NodeBuilder(n).editMetadata().withLabels(labels).endMetadata().build();
        });
  }
}
