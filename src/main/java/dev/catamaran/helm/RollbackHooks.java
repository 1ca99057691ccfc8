package dev.catamaran.helm;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.manifest.Manifest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Makes Helm run a revision's rollback hooks where it believes to upgrade, and not its upgrade
 * hooks. All others stay what they are: a later uninstall or test needs them. Pure.
 */
final class RollbackHooks {
  private static final String ANNOTATION = "helm.sh/hook";

  /** When a rollback reaches this event, an upgrade is at the other. */
  private static final Map<String, String> AT_UPGRADE =
      Map.of("pre-rollback", "pre-upgrade", "post-rollback", "post-upgrade");

  private RollbackHooks() {}

  /**
   * The hook's manifest as the chart of such an upgrade needs it.
   *
   * @param run whether rollback hooks are to run
   * @return empty text for a hook without a use
   */
  static String ofUpgrade(StoredRelease.Hook hook, boolean run) {
    var events = events(hook.events(), run);
    if (events.isEmpty()) {
      return "";
    }
    return events.equals(hook.events()) ? hook.manifest() : annotated(hook.manifest(), events);
  }

  private static List<String> events(List<String> before, boolean run) {
    var events = new ArrayList<>(before);
    events.removeAll(AT_UPGRADE.values());
    if (run) {
      List.copyOf(events).stream()
          .filter(AT_UPGRADE::containsKey)
          .map(AT_UPGRADE::get)
          .forEach(events::add);
    }
    return events;
  }

  /** JSON is YAML, and leaves nothing to guess. What cannot be read stays for Helm to refuse. */
  private static String annotated(String manifest, List<String> events) {
    return Manifest.of(manifest).readable().stream()
        .findFirst()
        .map(object -> annotated((ObjectNode) object.content().deepCopy(), events))
        .orElse(manifest);
  }

  private static String annotated(ObjectNode content, List<String> events) {
    content
        .withObjectProperty("metadata")
        .withObjectProperty("annotations")
        .put(ANNOTATION, String.join(",", events));
    return content.toString();
  }
}
