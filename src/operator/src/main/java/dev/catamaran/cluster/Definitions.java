package dev.catamaran.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.chart.Chart;
import dev.catamaran.manifest.ManifestObject;
import dev.catamaran.release.DesiredRelease;
import dev.catamaran.release.EngineException;
import dev.catamaran.release.EngineFailure.Kind;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.KubernetesClientTimeoutException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.net.HttpURLConnection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Creates and updates what the folders {@code crds/} of a chart have, before the call to Helm.
 * Never deletes a definition: that would delete all objects of its kind.
 *
 * @param apis invalidated after a new kind
 */
public record Definitions(KubernetesClient client, ApiResources apis) {
  static final String FIELD_MANAGER = "catamaran-crds";

  /** Annotation of a definition: name and version of the chart that it comes from. */
  private static final String CHART = "catamaran.dev/chart";

  private static final String CLIENT = "/spec/conversion/webhook/clientConfig";
  private static final String BUNDLE = "caBundle";

  /** Characters; a certificate has hundreds. */
  private static final int SHORTEST_BUNDLE = 16;

  private static final long PATIENCE_SECONDS = 60;
  private static final JsonMapper JSON = new JsonMapper();

  private static final ResourceDefinitionContext KIND =
      new ResourceDefinitionContext.Builder()
          .withGroup("apiextensions.k8s.io")
          .withVersion("v1")
          .withKind("CustomResourceDefinition")
          .withPlural("customresourcedefinitions")
          .withNamespaced(false)
          .build();

  /**
   * Returns when all objects exist, and the definitions are served.
   *
   * @param wanted definitions, and whatever else the folders have: Helm makes these objects before
   *     all others, and changes none
   * @throws EngineException if the API server refuses one, or does not serve it in time
   */
  public void ensure(List<ManifestObject> wanted, DesiredRelease desired) {
    for (var object : wanted) {
      if (object.key().kind().equals(KIND.getKind())) {
        ensure(object, desired);
      } else {
        create(object, desired.release().namespace());
      }
    }
  }

  private void create(ManifestObject object, String namespace) {
    try {
      var key =
          apis.locate(object.key(), namespace)
              .orElseThrow(
                  () ->
                      new EngineException(
                          Kind.REJECTED.of(
                              "%s of a directory crds: the API server does not serve this kind"
                                  .formatted(object.key()))));
      var wanted = JSON.convertValue(object.content(), GenericKubernetesResource.class);
      wanted.getMetadata().setNamespace(key.namespace().isEmpty() ? null : key.namespace());
      createIfMissing(client.resource(wanted));
    } catch (KubernetesClientException e) {
      throw new EngineException(ApiFailures.of(e));
    }
  }

  private void ensure(ManifestObject object, DesiredRelease desired) {
    try {
      var content = content(object, desired.chart());
      var resource = resource(content);
      var found =
          switch (desired.options().crds()) {
            case SKIP -> null;
            case CREATE -> createIfMissing(resource);
            case CREATE_REPLACE -> replace(content, readable(resource), desired);
          };
      if (found != null && !isEstablished(found)) {
        resource.waitUntilCondition(Definitions::isEstablished, PATIENCE_SECONDS, TimeUnit.SECONDS);
        apis.invalidate();
      }
    } catch (KubernetesClientTimeoutException e) {
      throw new EngineException(
          Kind.REJECTED.of(
              "the API server does not serve the CRD %s after %d s; its conditions say why"
                  .formatted(object.key().name(), PATIENCE_SECONDS)));
    } catch (KubernetesClientException e) {
      throw new EngineException(ApiFailures.of(e));
    }
  }

  /** What a newer version of the chart, or others made, stays: objects may have its fields. */
  private GenericKubernetesResource replace(
      ObjectNode content, @Nullable GenericKubernetesResource found, DesiredRelease desired) {
    return found != null && isToStay(found, desired) ? found : apply(leaving(content, found));
  }

  private static boolean isToStay(GenericKubernetesResource found, DesiredRelease desired) {
    JsonNode content = JSON.valueToTree(found);
    var maker = content.path("metadata").path("annotations").path(CHART).asText();
    var name = desired.chart().name() + " ";
    return Leftovers.isOfOthers(content, desired.release())
        || (maker.startsWith(name)
            ? Chart.isOlder(desired.chart().version(), maker.substring(name.length()))
            : !maker.isEmpty());
  }

  private static GenericKubernetesResource createIfMissing(
      Resource<GenericKubernetesResource> resource) {
    var found = resource.get();
    if (found != null) {
      return found;
    }
    try {
      return resource.create();
    } catch (KubernetesClientException e) {
      if (e.getCode() == HttpURLConnection.HTTP_CONFLICT) {
        // Another release of the same chart was faster.
        return resource.require();
      }
      throw e;
    }
  }

  /** Roles of earlier versions do not allow to read it. */
  private static @Nullable GenericKubernetesResource readable(
      Resource<GenericKubernetesResource> resource) {
    try {
      return resource.get();
    } catch (KubernetesClientException e) {
      if (e.getCode() == HttpURLConnection.HTTP_FORBIDDEN) {
        return null;
      }
      throw e;
    }
  }

  /** Returns the definition with the live bundle, where the chart leaves that to an injector. */
  private static ObjectNode leaving(ObjectNode wanted, @Nullable GenericKubernetesResource found) {
    var live =
        found == null ? "" : JSON.<JsonNode>valueToTree(found).at(CLIENT).path(BUNDLE).asText();
    if (wanted.at(CLIENT) instanceof ObjectNode client
        && client.has(BUNDLE)
        && !isPlace(live)
        && (isPlace(client.path(BUNDLE).asText()) || isInjected(wanted))) {
      client.put(BUNDLE, live);
    }
    return wanted;
  }

  /** Whether it is no bundle: nothing, or a line break in base64, as a place for one. */
  private static boolean isPlace(String bundle) {
    return bundle.length() < SHORTEST_BUNDLE;
  }

  /** By the annotations of cert-manager and of OpenShift. */
  private static boolean isInjected(ObjectNode definition) {
    return definition
        .path("metadata")
        .path("annotations")
        .propertyStream()
        .anyMatch(annotation -> annotation.getKey().matches(".*/inject-(apiserver-)?ca.*"));
  }

  private GenericKubernetesResource apply(ObjectNode content) {
    return resource(content)
        .patch(
            new PatchContext.Builder()
                .withPatchType(PatchType.SERVER_SIDE_APPLY)
                .withFieldManager(FIELD_MANAGER)
                .withForce(true)
                .build());
  }

  private static ObjectNode content(ManifestObject object, Chart chart) {
    var content = (ObjectNode) object.content().deepCopy();
    content
        .withObjectProperty("metadata")
        .withObjectProperty("annotations")
        .put(CHART, chart.name() + " " + chart.version());
    // Older generators write an empty status, which no schema allows.
    content.remove("status");
    return content;
  }

  private Resource<GenericKubernetesResource> resource(ObjectNode content) {
    return client
        .genericKubernetesResources(KIND)
        .resource(JSON.convertValue(content, GenericKubernetesResource.class));
  }

  private static boolean isEstablished(@Nullable GenericKubernetesResource definition) {
    JsonNode content = definition == null ? JSON.nullNode() : JSON.valueToTree(definition);
    for (var condition : content.path("status").path("conditions")) {
      if (condition.path("type").asText().equals("Established")
          && condition.path("status").asText().equals("True")) {
        return true;
      }
    }
    return false;
  }
}
