package dev.catamaran.kit;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.StatusCause;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Other field managers own fields of a descendant that was applied unforced. Nothing was applied.
 * The message names the fields and their field managers.
 */
public final class FieldConflictException extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final String REASON = "FieldManagerConflict";

  /** The API server's wording of a cause (apimachinery, managedfields package). */
  private static final Pattern MANAGER = Pattern.compile("conflict with \"([^\"]*)\"");

  private final transient List<Conflict> conflicts;

  /**
   * One field that another field manager owns.
   *
   * @param field its path, such as {@code .spec.replicas}
   * @param manager the field manager that owns it, such as {@code kubectl}
   */
  public record Conflict(String field, String manager) {
    @Override
    public String toString() {
      return field + " is held by " + manager;
    }
  }

  private FieldConflictException(
      HasMetadata object, List<Conflict> conflicts, KubernetesClientException refusal) {
    super(sentence(object, conflicts), refusal);
    this.conflicts = conflicts;
  }

  /** Returns the fields and their field managers. */
  public List<Conflict> conflicts() {
    return conflicts;
  }

  /** Converts a refusal of the API server; empty if its reason is not a field conflict. */
  static Optional<FieldConflictException> of(
      HasMetadata object, KubernetesClientException refusal) {
    var conflicts =
        Optional.ofNullable(refusal.getStatus()).map(Status::getDetails).stream()
            .flatMap(details -> details.getCauses().stream())
            .filter(cause -> REASON.equals(cause.getReason()))
            .map(FieldConflictException::conflict)
            .toList();
    return conflicts.isEmpty()
        ? Optional.empty()
        : Optional.of(new FieldConflictException(object, conflicts, refusal));
  }

  private static Conflict conflict(StatusCause cause) {
    var manager = MANAGER.matcher(cause.getMessage());
    return new Conflict(cause.getField(), manager.find() ? manager.group(1) : cause.getMessage());
  }

  private static String sentence(HasMetadata object, List<Conflict> conflicts) {
    return "%s was not applied: %s. Leave those fields to them, or apply by force."
        .formatted(
            Named.of(object),
            String.join(", ", conflicts.stream().map(Conflict::toString).toList()));
  }
}
