package dev.catamaran.helm;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.manifest.Manifest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Makes Helm run a revision's rollback hooks instead of its upgrade hooks during an upgrade. All
 * other hooks stay unchanged: a later uninstall or test needs them. Pure.
 */
final class RollbackHooks {
  private static final String ANNOTATION = "helm.sh/hook";

  /** The event of an upgrade for each event of a rollback. */
  private static final Map<String, String> AT_UPGRADE =
      Map.of("pre-rollback", "pre-upgrade", "post-rollback", "post-upgrade");

  private RollbackHooks() {}

  /**
   * Returns the hook's manifest for the chart of that upgrade.
   *
   * @param run whether rollback hooks run
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

  /** Writes JSON, which is unambiguous YAML. An unreadable manifest stays for Helm to refuse. */
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
