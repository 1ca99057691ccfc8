package dev.catamaran.reports;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.cluster.LiveComparison.Compared;
import dev.catamaran.cluster.LiveComparison.State;
import dev.catamaran.kit.Readiness;
import dev.catamaran.release.SecretTexts;
import dev.catamaran.terminal.Ink;
import dev.catamaran.terminal.Table.Cell;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Optional;

/**
 * A descendant, compared with its manifest.
 *
 * @param namespace empty for a cluster-scoped object
 * @param replicas ready and wanted pods, such as {@code 2/3}; empty for kinds without pods
 * @param message why it is not ready; may be empty
 * @param differing JSON pointers of the fields that differ from the manifest
 * @param events the newest ones; none of a ready object
 */
public record DescendantRow(
    String apiVersion,
    String kind,
    String namespace,
    String name,
    boolean ready,
    String replicas,
    String message,
    boolean missing,
    List<String> differing,
    List<ObjectEvent> events) {
  static DescendantRow of(Compared compared, KubernetesClient client, SecretTexts secrets) {
    var key = compared.key();
    var live =
        compared.state() instanceof State.Found found
            ? Optional.of(found)
            : Optional.<State.Found>empty();
    boolean isReady = live.filter(each -> each.readiness() instanceof Readiness.Ready).isPresent();
    return new DescendantRow(
        key.apiVersion(),
        key.kind(),
        key.namespace(),
        key.name(),
        isReady,
        live.map(each -> replicas(each.object())).orElse(""),
        message(compared.state(), secrets),
        isMissing(compared.state()),
        live.map(each -> List.copyOf(each.differing())).orElse(List.of()),
        isReady
            ? List.of()
            : ObjectEvent.about(key, client, event -> "Warning".equals(event.getType()), secrets));
  }

  /** The namespace is there if it is not that of the release. */
  List<Cell> cells(String releaseNamespace) {
    boolean isElsewhere = !namespace.isEmpty() && !namespace.equals(releaseNamespace);
    return List.of(
        Cell.of(kind + "/" + name + (isElsewhere ? " in " + namespace : "")),
        Cell.of(replicas),
        missing
            ? new Cell("missing", Ink.BAD)
            : ready ? new Cell("ready", Ink.GOOD) : new Cell(message, Ink.BUSY),
        new Cell(differing.isEmpty() ? "" : "differs at " + String.join(", ", differing), Ink.BAD));
  }

  private static String message(State state, SecretTexts secrets) {
    return switch (state) {
      case State.Missing(var isExempt) when isExempt -> "it does not exist; drift of it is ignored";
      case State.Missing ignored -> "it does not exist";
      case State.Ended(var ending) ->
          "it ended and was deleted"
              + (ending.isFailure() ? ": " + secrets.hide(ending.failure()) : "");
      case State.Unserved ignored -> "this cluster does not serve its kind";
      case State.Refused ignored -> "you have no permission to read it";
      case State.Found found -> secrets.hide(found.readiness().why());
    };
  }

  private static boolean isMissing(State state) {
    return state instanceof State.Unserved
        || (state instanceof State.Missing(var isExempt) && !isExempt);
  }

  private static String replicas(JsonNode object) {
    var status = object.path("status");
    return switch (object.path("apiVersion").asText() + "/" + object.path("kind").asText()) {
      case "apps/v1/Deployment", "apps/v1/StatefulSet", "apps/v1/ReplicaSet" ->
          replicas(status.path("readyReplicas"), object.path("spec").path("replicas").asInt(1));
      case "apps/v1/DaemonSet" ->
          replicas(status.path("numberReady"), status.path("desiredNumberScheduled").asInt(0));
      case "batch/v1/Job" ->
          replicas(status.path("succeeded"), object.path("spec").path("completions").asInt(1));
      default -> "";
    };
  }

  private static String replicas(JsonNode ready, int wanted) {
    return ready.asInt(0) + "/" + wanted;
  }
}
