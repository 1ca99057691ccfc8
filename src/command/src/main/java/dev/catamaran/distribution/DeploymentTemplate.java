package dev.catamaran.distribution;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;

/**
 * The Deployment of the operator with the values of a chart in it.
 *
 * @param chart name of the chart
 */
record DeploymentTemplate(String chart, HelmTemplate template) {
  /** The variable with the watched namespaces. */
  static final String WATCHED = "WATCH_NAMESPACE";

  private static final String WEBHOOKS = ".Values.webhooks.enabled";
  private static final String METRICS = ".Values.metrics.enabled";

  /** Puts the values into the Deployment. */
  void apply(ObjectNode deployment) {
    var spec = (ObjectNode) deployment.path("spec");
    spec.put("replicas", template.inline(".Values.replicas"));
    var pod = (ObjectNode) spec.path("template").path("spec");
    addOptional(pod, "imagePullSecrets", ".Values.image.pullSecrets");
    addOptional(pod, "nodeSelector", ".Values.nodeSelector");
    addOptional(pod, "tolerations", ".Values.tolerations");
    addOptional(pod, "affinity", ".Values.affinity");
    var container = operator(deployment);
    container.put("image", template.inline("include \"%s.image\" .".formatted(chart)));
    container.put("imagePullPolicy", template.inline(".Values.image.pullPolicy"));
    container.remove("resources");
    addOptional(container, "resources", ".Values.resources");
    args(container.withArray("args"));
    env(container.withArray("env"));
    conditionItems(container.path("ports"), "name", "metrics", METRICS);
    conditionItems(container.path("ports"), "name", "webhooks", WEBHOOKS);
    conditionItems(container.path("volumeMounts"), "name", "webhook-certs", WEBHOOKS);
    conditionItems(pod.path("volumes"), "name", "webhook-certs", WEBHOOKS);
  }

  /** Returns the container of the operator: the one that runs {@code manager}, or the first. */
  static ObjectNode operator(JsonNode deployment) {
    var containers = deployment.path("spec").path("template").path("spec").path("containers");
    return containers
        .valueStream()
        .filter(container -> container.path("name").asText().equals("manager"))
        .map(ObjectNode.class::cast)
        .findFirst()
        .orElseGet(() -> (ObjectNode) containers.path(0));
  }

  private void addOptional(ObjectNode object, String field, String value) {
    if (!object.has(field)) {
      template.addBlock(
          object,
          """
          {{- with %s }}
          %s:
            {{- toYaml . | nindent @2 }}
          {{- end }}
          """
              .formatted(value, field));
    }
  }

  private void args(ArrayNode args) {
    for (int i = args.size() - 1; i >= 0; i--) {
      var arg = args.path(i);
      switch (arg.asText().split("=", 2)[0]) {
        case "--leader-elect" -> set(args, i, ".Values.leaderElection.enabled", arg);
        case "--leader-election-id" ->
            set(
                args,
                i,
                ".Values.leaderElection.enabled",
                TextNode.valueOf(
                    "--leader-election-id="
                        + template.inline("include \"%s.fullname\" .".formatted(chart))));
        case "--metrics-secure", "--metrics-require-rbac" ->
            set(args, i, "and %s .Values.metrics.secure".formatted(METRICS), arg);
        case "--metrics-bind-address" -> setOrElse(args, i, METRICS, "--metrics-bind-address=0");
        case "--webhook-cert-path" -> setOrElse(args, i, WEBHOOKS, "--webhook-bind-address=0");
        default -> {}
      }
    }
    args.add(
        template.block("{{- with .Values.extraArgs }}\n{{- toYaml . | nindent @0 }}\n{{- end }}"));
  }

  private void set(ArrayNode args, int index, String condition, JsonNode arg) {
    args.set(index, TextNode.valueOf(template.ifTrue(condition, list(arg))));
  }

  private void setOrElse(ArrayNode args, int index, String condition, String otherwise) {
    var lines =
        "{{- if %s }}\n%s{{- else }}\n- %s\n{{- end }}"
            .formatted(condition, Yaml.text(list(args.path(index))), otherwise);
    args.set(index, TextNode.valueOf(template.block(lines)));
  }

  private void env(ArrayNode env) {
    env.removeIf(variable -> variable.path("name").asText().equals(WATCHED));
    env.add(
        template.block(
            """
            {{- with .Values.watchNamespaces }}
            - name: WATCH_NAMESPACE
              value: {{ join "," . | quote }}
            {{- end }}
            {{- with .Values.extraEnv }}
            {{- toYaml . | nindent @0 }}
            {{- end }}
            """));
  }

  private void conditionItems(JsonNode list, String field, String value, String condition) {
    for (int i = 0; i < list.size(); i++) {
      if (list.path(i).path(field).asText().equals(value)) {
        ((ArrayNode) list).set(i, TextNode.valueOf(template.ifTrue(condition, list(list.path(i)))));
      }
    }
  }

  private static ArrayNode list(JsonNode item) {
    return Yaml.MAPPER.createArrayNode().add(item);
  }
}
