package dev.catamaran.rollout;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.catamaran.cluster.KindClasses.OfKind;
import dev.catamaran.status.ReleaseStatus;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The statuses of the primaries of a kind. An open rollout looks at all of them each second, and
 * few have changed: only these are read.
 */
final class ReadStatuses {
  private static final JsonMapper JSON = new JsonMapper();

  private record Read(String version, ReleaseStatus status) {}

  private final Map<String, Read> byUid = new HashMap<>();

  /**
   * Returns the status of a primary.
   *
   * @param now the time for what a status does not tell
   */
  synchronized ReleaseStatus of(OfKind primary, Instant now) {
    var version = primary.getMetadata().getResourceVersion();
    return byUid
        .compute(
            primary.getMetadata().getUid(),
            (uid, read) ->
                read != null && read.version().equals(version)
                    ? read
                    : new Read(version, read(primary, now)))
        .status();
  }

  /** Forgets all primaries but these. */
  synchronized void retain(Collection<OfKind> primaries) {
    byUid
        .keySet()
        .retainAll(
            primaries.stream()
                .map(each -> each.getMetadata().getUid())
                .collect(Collectors.toSet()));
  }

  private static ReleaseStatus read(OfKind primary, Instant now) {
    var status = primary.getAdditionalProperties().get("status");
    return ReleaseStatus.read(
        JSON.<JsonNode>valueToTree(Optional.ofNullable(status).orElse(Map.of())), now, 0);
  }
}
