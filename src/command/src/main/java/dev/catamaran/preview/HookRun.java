package dev.catamaran.preview;

import java.util.List;

/**
 * A hook that would run.
 *
 * @param events the events of the operation at which it runs, such as {@code pre-upgrade}
 */
public record HookRun(
    String apiVersion, String kind, String namespace, String name, List<String> events) {
  @Override
  public String toString() {
    return "%s %s %s".formatted(String.join(",", events), kind, name);
  }
}
