package dev.catamaran.inspect;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.NullNode;
import dev.catamaran.api.ManagerException;
import dev.catamaran.fields.FieldChange;
import dev.catamaran.release.Revision;
import dev.catamaran.release.SecretTexts;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Two stored revisions of a release.
 *
 * @param primary kind and name, as kubectl prints them
 * @param namespace of the primary; empty for a cluster-scoped one
 * @param values those in which the revisions differ, with paths in the syntax of {@code helm
 *     --set}; asterisks in place of a secret
 * @param secrets texts that no output may show
 */
public record RevisionPair(
    String primary,
    String namespace,
    Revision before,
    Revision after,
    List<FieldChange> values,
    SecretTexts secrets) {
  private static final String OPTION = "--revisions";

  /**
   * The numbers of two revisions.
   *
   * @param before that of the first one; empty for the one before the newest
   * @param after that of the other one, which may be older; empty for the newest
   */
  public record Numbers(OptionalInt before, OptionalInt after) {}

  /** A value, and how it is shown. */
  private record Leaf(JsonNode value, JsonNode shown) {
    static final Leaf NONE = new Leaf(MissingNode.getInstance(), NullNode.getInstance());

    boolean isSecret() {
      return !value.isMissingNode() && !value.equals(shown);
    }

    JsonNode shown(boolean isSecretNow) {
      return isSecretNow && !value.isMissingNode() ? ValueSources.MASK : shown;
    }

    /** Omits the value, which may be secret. */
    @Override
    public String toString() {
      return shown.toString();
    }
  }

  /**
   * Reads two revisions of a primary's release.
   *
   * @throws ManagerException if one is not stored; the message lists the stored ones
   */
  public static RevisionPair of(Scope scope, Target target, Numbers numbers) {
    var found = scope.release(target);
    var newest = found.history().latest().orElseThrow(found::missing);
    var before =
        found.revision(
            numbers.before().isPresent() ? numbers.before().getAsInt() : beforeNewest(found),
            OPTION);
    var after = found.revision(numbers.after().orElse(newest.number()), OPTION);
    return new RevisionPair(
        found.primary().title(),
        found.primary().namespace(),
        before,
        after,
        values(ValueSources.of(found, before.number()), ValueSources.of(found, after.number())),
        found.secrets());
  }

  private static int beforeNewest(PrimaryRelease found) {
    var revisions = found.history().revisions();
    if (revisions.size() < 2) {
      throw new ManagerException(
          "only one revision of %s is stored, so there is no change yet"
              .formatted(found.primary().title()));
    }
    return revisions.get(revisions.size() - 2).number();
  }

  /** Returns the differences, in the order of the older and then of the newer values. */
  static List<FieldChange> values(ValueSources before, ValueSources after) {
    var old = leaves(before);
    var fresh = leaves(after);
    var paths = new LinkedHashSet<>(old.keySet());
    paths.addAll(fresh.keySet());
    return paths.stream()
        .filter(path -> !leaf(old, path).value().equals(leaf(fresh, path).value()))
        .map(path -> change(path, leaf(old, path), leaf(fresh, path)))
        .toList();
  }

  /** A value that one of the revisions has as a secret may be the same secret in the other. */
  private static FieldChange change(String path, Leaf before, Leaf after) {
    boolean isSecret = before.isSecret() || after.isSecret();
    return new FieldChange(path, before.shown(isSecret), after.shown(isSecret), false);
  }

  private static Leaf leaf(Map<String, Leaf> leaves, String path) {
    return leaves.getOrDefault(path, Leaf.NONE);
  }

  private static Map<String, Leaf> leaves(ValueSources sources) {
    var values = Pointers.leaves(sources.merged()).values().iterator();
    var leaves = new LinkedHashMap<String, Leaf>();
    sources
        .leaves()
        .forEach(leaf -> leaves.put(leaf.path(), new Leaf(values.next(), leaf.value())));
    return leaves;
  }
}
