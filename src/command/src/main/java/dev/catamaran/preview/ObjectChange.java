package dev.catamaran.preview;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.fields.FieldChange;
import dev.catamaran.fields.FieldChanges;
import dev.catamaran.fields.Mask;
import dev.catamaran.release.OwnershipMarks;
import dev.catamaran.release.SecretTexts;
import dev.catamaran.run.TerminalText;
import dev.catamaran.terminal.Ink;
import dev.catamaran.terminal.Ink.Paint;
import dev.catamaran.terminal.Tree;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A predicted change of an object.
 *
 * @param namespace empty for a cluster-scoped object
 * @param drift whether it only restores the deployed manifest
 * @param fields the changed ones; none of a created or deleted object
 * @param restart whether its pods are replaced
 */
public record ObjectChange(
    Action action,
    String apiVersion,
    String kind,
    String namespace,
    String name,
    boolean drift,
    List<FieldChange> fields,
    boolean restart) {
  private static final Set<String> WITH_PODS = Set.of("Deployment", "StatefulSet", "DaemonSet");

  private static final Set<String> MARKS =
      Set.of(
          "metadata.labels[\"" + OwnershipMarks.OPERATOR_LABEL + "\"]",
          "metadata.labels[\"app.kubernetes.io/managed-by\"]",
          "metadata.annotations[\"meta.helm.sh/release-name\"]",
          "metadata.annotations[\"meta.helm.sh/release-namespace\"]",
          "metadata.annotations[\"operator-sdk/primary-resource\"]",
          "metadata.annotations[\"operator-sdk/primary-resource-type\"]");

  /** What happens to an object. */
  public enum Action {
    CREATED("+"),
    CHANGED("~"),
    DELETED("-");

    private final String sign;

    Action(String sign) {
      this.sign = sign;
    }

    String sign() {
      return sign;
    }

    @com.fasterxml.jackson.annotation.JsonValue
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  static ObjectChange of(
      Action action, JsonNode object, boolean isDrift, List<FieldChange> fields) {
    var metadata = object.path("metadata");
    return new ObjectChange(
        action,
        object.path("apiVersion").asText(),
        object.path("kind").asText(),
        metadata.path("namespace").asText(""),
        metadata.path("name").asText(),
        isDrift,
        fields,
        action == Action.CHANGED && isRestart(object, fields));
  }

  /**
   * Compares two forms of an object.
   *
   * @param before a missing node if it does not exist
   * @param after a missing node if it is deleted
   * @param deployed the object in the deployed manifest; a missing node if it is not there
   * @return empty if nothing changes
   */
  static Optional<ObjectChange> between(
      JsonNode before, JsonNode after, JsonNode deployed, SecretTexts secrets) {
    if (before.isMissingNode()) {
      return after.isMissingNode()
          ? Optional.empty()
          : Optional.of(of(Action.CREATED, after, !deployed.isMissingNode(), List.of()));
    }
    if (after.isMissingNode()) {
      return Optional.of(of(Action.DELETED, before, false, List.of()));
    }
    var fields = FieldChanges.of(before, after, deployed, Mask.of(after, secrets));
    return fields.isEmpty()
        ? Optional.empty()
        : Optional.of(
            of(Action.CHANGED, after, fields.stream().allMatch(FieldChange::drift), fields));
  }

  private static boolean isRestart(JsonNode object, List<FieldChange> fields) {
    var spec = object.path("spec");
    return WITH_PODS.contains(object.path("kind").asText())
        && fields.stream().anyMatch(field -> field.path().startsWith("spec.template."))
        && !spec.path("updateStrategy").path("type").asText().equals("OnDelete")
        && !spec.path("paused").asBoolean()
        && spec.path("replicas").asInt(1) > 0;
  }

  String title(String ownNamespace) {
    boolean isElsewhere = !namespace.isEmpty() && !namespace.equals(ownNamespace);
    return "%s %s/%s%s%s"
        .formatted(
            action.sign(),
            kind,
            name,
            isElsewhere ? " in namespace " + namespace : "",
            drift ? " (drift)" : "");
  }

  /** Whether only the marks of the object's owner change. */
  boolean isMark() {
    return action == Action.CHANGED && fields.stream().allMatch(ObjectChange::isOfOwner);
  }

  private static boolean isOfOwner(FieldChange field) {
    return MARKS.contains(field.path()) || field.path().startsWith("metadata.ownerReferences");
  }

  ObjectChange withoutMarks() {
    return new ObjectChange(
        action,
        apiVersion,
        kind,
        namespace,
        name,
        drift,
        fields.stream().filter(field -> !isOfOwner(field)).toList(),
        restart);
  }

  /**
   * Returns a tree for each object.
   *
   * @param namespace is not named
   */
  static List<Tree> trees(List<ObjectChange> objects, String namespace, Paint paint) {
    return objects.stream()
        .map(
            object -> {
              var title = TerminalText.oneLine(object.title(namespace));
              return Tree.of(ink(object.action()).on(title, paint), lines(object.fields));
            })
        .toList();
  }

  static List<String> lines(List<FieldChange> fields) {
    return fields.stream().map(field -> TerminalText.oneLine(field.line())).toList();
  }

  static String counts(List<ObjectChange> objects) {
    return Arrays.stream(Action.values())
        .map(
            action ->
                "%d %s"
                    .formatted(
                        objects.stream().filter(object -> object.action() == action).count(),
                        action.word()))
        .collect(Collectors.joining(", "));
  }

  private static Ink ink(Action action) {
    return switch (action) {
      case CREATED -> Ink.GOOD;
      case CHANGED -> Ink.BUSY;
      case DELETED -> Ink.BAD;
    };
  }
}
