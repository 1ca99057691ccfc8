package dev.catamaran.status;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.telemetry.Steps;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.net.HttpURLConnection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Writes a primary's status: one server-side apply, and none if nothing changed. */
public final class StatusWriter {
  private static final JsonMapper JSON = new JsonMapper();

  /** Field manager of everything that Catamaran writes to a primary. */
  public static final String FIELD_MANAGER = "catamaran";

  /**
   * The Go operators report the whole manifest here, including Secrets. An apply does not delete
   * the fields of other managers.
   */
  private static final String MANIFEST = "/deployedRelease/manifest";

  private final KubernetesClient client;

  /** Written statuses that the watch has not delivered yet, by uid of the primary. */
  private final Map<String, Written> ahead = new ConcurrentHashMap<>();

  private record Written(long version, JsonNode status) {}

  /** Creates a writer with the rights of {@code client}. */
  public StatusWriter(KubernetesClient client) {
    this.client = client;
  }

  /**
   * Returns the status of {@code primary}, or a newer status from this writer: a status based on an
   * older one would undo the newer one.
   *
   * @return an empty object if the primary has no status
   */
  public JsonNode newest(GenericKubernetesResource primary) {
    var uid = primary.getMetadata().getUid();
    var written =
        ahead.computeIfPresent(uid, (key, w) -> w.version() > version(primary) ? w : null);
    return written == null ? statusOf(primary) : written.status();
  }

  /** Whether {@code primary} is at least as new as the last status written to it. */
  public boolean isUpToDate(GenericKubernetesResource primary) {
    var written = ahead.get(primary.getMetadata().getUid());
    return written == null || written.version() <= version(primary);
  }

  /** Forgets a deleted primary. */
  public void forget(GenericKubernetesResource primary) {
    ahead.remove(primary.getMetadata().getUid());
  }

  /**
   * Writes {@code status} unless {@code primary} already has it. Does nothing for a primary that
   * was deleted and created again: a deleted object needs no status.
   *
   * @throws PrimaryGoneException if no object has its name
   * @throws KubernetesClientException if the API server refuses or cannot be reached
   */
  public void write(GenericKubernetesResource primary, ReleaseStatus status) {
    var wanted = status.toJson();
    if (!isWritten(newest(primary), wanted)) {
      Steps.run("write status", () -> write(primary, wanted));
    }
  }

  private void write(GenericKubernetesResource primary, ObjectNode wanted) {
    var context =
        new PatchContext.Builder()
            .withPatchType(PatchType.SERVER_SIDE_APPLY)
            .withFieldManager(FIELD_MANAGER)
            .withForce(true)
            .build();
    try {
      var onStatus = client.resource(primary).subresource("status");
      var written = onStatus.patch(context, patch(primary, wanted).toString());
      boolean tellsTooMuch = written != null && statusOf(written).at(MANIFEST).isTextual();
      remember(
          tellsTooMuch
              ? onStatus.patch(
                  PatchContext.of(PatchType.JSON_MERGE),
                  "{\"metadata\":{\"resourceVersion\":\"%s\"},\"status\":{\"deployedRelease\":{\"manifest\":null}}}"
                      .formatted(written.getMetadata().getResourceVersion()))
              : written);
    } catch (KubernetesClientException e) {
      boolean mayBeGone =
          e.getCode() == HttpURLConnection.HTTP_NOT_FOUND
              || e.getCode() == HttpURLConnection.HTTP_CONFLICT;
      if (!mayBeGone || isSameObject(primary, client.resource(primary).get())) {
        throw e;
      }
    }
  }

  /**
   * Whether {@code live} is {@code primary}, and not a new object of the same name.
   *
   * @throws PrimaryGoneException if there is no object
   */
  private static boolean isSameObject(
      GenericKubernetesResource primary, @Nullable GenericKubernetesResource live) {
    if (live == null) {
      throw new PrimaryGoneException(primary.getMetadata().getName());
    }
    return live.getMetadata().getUid().equals(primary.getMetadata().getUid());
  }

  private void remember(@Nullable GenericKubernetesResource patched) {
    if (patched != null) {
      ahead.put(patched.getMetadata().getUid(), new Written(version(patched), statusOf(patched)));
    }
  }

  /** Resource versions compare as integers (KEP-5504). */
  private static long version(GenericKubernetesResource primary) {
    return Long.parseLong(primary.getMetadata().getResourceVersion());
  }

  private static JsonNode statusOf(GenericKubernetesResource primary) {
    return JSON.valueToTree(primary.getAdditionalProperties().getOrDefault("status", Map.of()));
  }

  /** Compares numbers by their text: Jackson's node of a long never equals that of an int. */
  static boolean isWritten(JsonNode present, ObjectNode wanted) {
    return wanted.equals(StatusWriter::compareLeaves, present);
  }

  private static int compareLeaves(JsonNode one, JsonNode other) {
    boolean areNumbers = one.isNumber() && other.isNumber();
    return (areNumbers ? one.asText().equals(other.asText()) : one.equals(other)) ? 0 : 1;
  }

  /** Returns the patch. Its uid keeps this status from a new primary of the same name. */
  private static ObjectNode patch(GenericKubernetesResource primary, ObjectNode status) {
    var patch = JsonNodeFactory.instance.objectNode();
    patch.put("apiVersion", primary.getApiVersion()).put("kind", primary.getKind());
    var metadata = patch.putObject("metadata");
    metadata.put("name", primary.getMetadata().getName());
    if (primary.getMetadata().getNamespace() != null) {
      metadata.put("namespace", primary.getMetadata().getNamespace());
    }
    metadata.put("uid", primary.getMetadata().getUid());
    patch.set("status", status);
    return patch;
  }
}
