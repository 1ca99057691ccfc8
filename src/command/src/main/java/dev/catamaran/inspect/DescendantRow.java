package dev.catamaran.inspect;

import dev.catamaran.cluster.LiveComparison.Compared;
import dev.catamaran.cluster.LiveComparison.State;
import dev.catamaran.kit.Readiness;
import dev.catamaran.release.SecretTexts;
import java.util.List;

/**
 * A descendant, compared with its manifest.
 *
 * @param namespace empty for a cluster-scoped object
 * @param ready whether it exists and is ready
 * @param replicas ready and wanted pods, such as {@code 2/3}; empty for kinds without pods
 * @param message why it is not ready; may be empty
 * @param missing whether it does not exist, although the release wants it
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
  static DescendantRow of(Compared compared, RecentEvents events, SecretTexts secrets) {
    var row = withoutEvents(compared, secrets);
    return row.ready ? row : row.with(events.of(compared.key(), secrets));
  }

  private static DescendantRow withoutEvents(Compared compared, SecretTexts secrets) {
    return switch (compared.state()) {
      case State.Missing(var isExempt) when isExempt ->
          absent(compared, "it does not exist; drift of it is ignored", false);
      case State.Missing ignored -> absent(compared, "it does not exist", true);
      case State.Ended(var ending) ->
          absent(
              compared,
              "it ended and was deleted"
                  + (ending.isFailure() ? ": " + secrets.hide(ending.failure()) : ""),
              false);
      case State.Unserved ignored -> absent(compared, "this cluster does not serve its kind", true);
      case State.Refused ignored -> absent(compared, "you have no permission to read it", false);
      case State.Found found -> found(compared, found, secrets);
    };
  }

  private static DescendantRow absent(Compared compared, String message, boolean isMissing) {
    return row(compared, false, "", message, isMissing, List.of());
  }

  private static DescendantRow found(Compared compared, State.Found found, SecretTexts secrets) {
    return row(
        compared,
        found.readiness() instanceof Readiness.Ready,
        Replicas.of(found.object()),
        secrets.hide(found.readiness().why()),
        false,
        List.copyOf(found.differing()));
  }

  private static DescendantRow row(
      Compared compared,
      boolean isReady,
      String replicas,
      String message,
      boolean isMissing,
      List<String> differing) {
    var key = compared.key();
    return new DescendantRow(
        key.apiVersion(),
        key.kind(),
        key.namespace(),
        key.name(),
        isReady,
        replicas,
        message,
        isMissing,
        differing,
        List.of());
  }

  private DescendantRow with(List<ObjectEvent> found) {
    return new DescendantRow(
        apiVersion, kind, namespace, name, ready, replicas, message, missing, differing, found);
  }
}
