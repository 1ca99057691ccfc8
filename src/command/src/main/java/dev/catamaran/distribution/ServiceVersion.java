package dev.catamaran.distribution;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.catamaran.project.ProjectApi;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The ClusterServiceVersion of a bundle: what OLM installs, and what people read about it.
 *
 * @param references names that get the prefix of config/default
 * @param permissions rights of the operator's account
 */
record ServiceVersion(
    OperatorConfig config,
    References references,
    Permissions permissions,
    String version,
    ImageName image) {
  /** Where OLM mounts the certificate of webhooks. */
  private static final String CERTIFICATES = "/tmp/k8s-webhook-server/serving-certs";

  /** OLM writes the watched namespaces there; empty for all. */
  private static final String WATCHED = "metadata.annotations['olm.targetNamespaces']";

  /**
   * Completes the texts for people with everything that follows from config/.
   *
   * @param folder of the project
   */
  ObjectNode complete(ObjectNode base, Path folder) {
    var metadata = object(base, "metadata");
    metadata.put("name", config.project().projectName() + ".v" + version);
    metadata.put("namespace", "placeholder");
    var annotations = object(metadata, "annotations");
    annotations.put("alm-examples", examples(folder));
    annotations.put("containerImage", image.text());
    var spec = object(base, "spec");
    spec.put("version", version);
    definitions(object(spec, "customresourcedefinitions").putArray("owned"));
    install(spec.putObject("install"));
    var webhooks = new BundleWebhooks(config, deploymentName()).definitions();
    if (!webhooks.isEmpty()) {
      spec.set("webhookdefinitions", webhooks);
    }
    installModes(spec.putArray("installModes"), BundleWebhooks.convert(webhooks));
    return base;
  }

  private static ObjectNode object(ObjectNode parent, String field) {
    return parent.path(field) instanceof ObjectNode found ? found : parent.putObject(field);
  }

  private String deploymentName() {
    return config.built().namePrefix() + OperatorConfig.name(config.deployment());
  }

  /** The samples that exist. OLM refuses examples of other kinds, which a sample may need. */
  private String examples(Path folder) {
    var examples = Yaml.MAPPER.createArrayNode();
    for (var api : config.project().resources()) {
      var sample = folder.resolve("config/samples").resolve(api.sampleFile());
      if (Files.exists(sample)) {
        Yaml.read(sample).stream()
            .filter(object -> object.path("kind").asText().equals(api.kind()))
            .filter(object -> object.path("apiVersion").asText().equals(apiVersion(api)))
            .forEach(examples::add);
      }
    }
    try {
      return JsonMapper.builder()
          .build()
          .writerWithDefaultPrettyPrinter()
          .writeValueAsString(examples);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String apiVersion(ProjectApi api) {
    return api.apiGroup() + "/" + api.version();
  }

  private void definitions(ArrayNode owned) {
    for (var definition : config.built().ofKind("CustomResourceDefinition")) {
      var spec = definition.path("spec");
      for (var served : spec.path("versions")) {
        var kind = spec.path("names").path("kind").asText();
        var entry = owned.addObject();
        entry.put("name", OperatorConfig.name(definition));
        entry.put("version", served.path("name").asText());
        entry.put("kind", kind);
        entry.put("displayName", kind);
        entry.put(
            "description",
            served
                .path("schema")
                .path("openAPIV3Schema")
                .path("description")
                .asText("The kind " + kind + "."));
      }
    }
  }

  private void install(ObjectNode install) {
    install.put("strategy", "deployment");
    var spec = install.putObject("spec");
    permissions(spec, "clusterPermissions", permissions.inCluster());
    permissions(spec, "permissions", permissions.namespaced());
    var deployment = config.deployment().deepCopy();
    references.change(
        deployment, name -> config.built().namePrefix() + name, config.built().namespace());
    operate(deployment);
    var entry = spec.putArray("deployments").addObject();
    entry.put("name", deploymentName());
    entry.set("label", deployment.path("metadata").path("labels"));
    entry.set("spec", deployment.path("spec"));
  }

  private void permissions(ObjectNode spec, String field, ArrayNode rules) {
    if (!rules.isEmpty()) {
      spec.putArray(field)
          .addObject()
          .put("serviceAccountName", config.built().namePrefix() + config.account())
          .set("rules", rules);
    }
  }

  private void operate(ObjectNode deployment) {
    var container = DeploymentTemplate.operator(deployment);
    container.put("image", image.text());
    var env = container.withArray("env");
    env.removeIf(variable -> isNamed(variable, DeploymentTemplate.WATCHED));
    env.addObject()
        .put("name", DeploymentTemplate.WATCHED)
        .putObject("valueFrom")
        .putObject("fieldRef")
        .put("fieldPath", WATCHED);
    // OLM brings a volume of its own.
    remove(container.path("volumeMounts"), "webhook-certs");
    remove(deployment.at("/spec/template/spec/volumes"), "webhook-certs");
    var args = container.withArray("args");
    for (int i = 0; i < args.size(); i++) {
      if (args.path(i).asText().startsWith("--webhook-cert-path=")) {
        args.set(i, TextNode.valueOf("--webhook-cert-path=" + CERTIFICATES));
      }
    }
  }

  private static void remove(JsonNode list, String name) {
    if (list instanceof ArrayNode array) {
      array.removeIf(item -> isNamed(item, name));
    }
  }

  private static boolean isNamed(JsonNode item, String name) {
    return item.path("name").asText().equals(name);
  }

  /**
   * The operator refuses custom resources in its own namespace. A conversion webhook serves the
   * whole cluster, so OLM allows it only for all namespaces.
   */
  private static void installModes(ArrayNode modes, boolean converts) {
    mode(modes, "OwnNamespace", false);
    mode(modes, "SingleNamespace", !converts);
    mode(modes, "MultiNamespace", !converts);
    mode(modes, "AllNamespaces", true);
  }

  private static void mode(ArrayNode modes, String type, boolean isSupported) {
    modes.addObject().put("type", type).put("supported", isSupported);
  }
}
