package dev.catamaran.project;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What an entry of watches.yaml allows so that primaries take over releases that others made, and
 * give them back.
 *
 * @param api a kind of the project
 */
public record TakeOverPermissions(ProjectApi api) {
  /**
   * Plans the permissions.
   *
   * @param secrets whether primaries name Secrets with values
   * @throws dev.catamaran.api.ManagerException if the entry cannot be edited
   */
  public void addTo(Changes changes, boolean secrets) {
    var entry = new WatchEntry(api);
    if (secrets) {
      entry.allow(
          changes,
          List.of("allowValuesFromSecrets"),
          List.of("Primaries name Secrets with values in an annotation."));
    }
    entry.allow(
        changes,
        List.of("allowAdoption"),
        List.of(
            "Primaries with the annotation catamaran.dev/adopt-release take over a release that exists, and",
            "catamaran.dev/pause lets one give it back. When all are moved, remove allowAdoption."));
  }

  /**
   * Plans other fields of the entry.
   *
   * @return those that it has already with other content; they stay
   */
  public Set<String> set(Changes changes, Map<String, JsonNode> fields) {
    return new WatchEntry(api).set(changes, fields);
  }
}
