package dev.catamaran.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.catamaran.cluster.ReleaseObjects.HookWait;
import dev.catamaran.manifest.ManifestObject;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.release.Revision;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.Comparator;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The hooks for which an operation on a release waits: Helm waits for Jobs and Pods. */
record AwaitedHooks(LiveObjects live, ApiResources apis) {
  private static final Logger log = LoggerFactory.getLogger(AwaitedHooks.class);

  private static final JsonMapper JSON = new JsonMapper();

  /** Returns how the operation on this revision waits. */
  HookWait of(Revision pending) {
    if (!pending.status().isPending()) {
      return HookWait.NONE;
    }
    try {
      return pending.hooks().readable().stream()
          .flatMap(hook -> awaited(hook, pending))
          .map(AwaitedHooks::of)
          .max(Comparator.naturalOrder())
          .orElse(HookWait.NONE);
    } catch (KubernetesClientException e) {
      log.debug("The state of the hooks of {} is not known", pending.release(), e);
      return HookWait.NONE;
    }
  }

  private Stream<JsonNode> awaited(ManifestObject hook, Revision pending) {
    return isAwaited(hook.key())
        ? apis.locate(hook.key(), pending.release().namespace()).flatMap(live::get).stream()
            .<JsonNode>map(JSON::valueToTree)
            .filter(content -> !Endings.isOver(content))
        : Stream.empty();
  }

  /** Whether Helm waits for the end of hooks of that kind. */
  static boolean isAwaited(ObjectKey key) {
    return switch (key.kind()) {
      case "Job" -> key.apiVersion().equals("batch/v1");
      case "Pod" -> key.apiVersion().equals("v1");
      default -> false;
    };
  }

  /** A Job counts its pods of which all containers run as ready. */
  static HookWait of(JsonNode hook) {
    var status = hook.path("status");
    boolean isIdle =
        hook.path("kind").asText().equals("Pod")
            ? status.path("phase").asText("Pending").equals("Pending")
            : status.path("ready").asInt() == 0 && status.path("succeeded").asInt() == 0;
    return isIdle ? HookWait.IDLE : HookWait.RUNNING;
  }
}
