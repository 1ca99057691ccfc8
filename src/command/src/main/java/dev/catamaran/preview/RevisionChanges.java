package dev.catamaran.preview;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.catamaran.api.ManagerException;
import dev.catamaran.fields.FieldChange;
import dev.catamaran.fields.Mask;
import dev.catamaran.inspect.PrimaryRelease;
import dev.catamaran.inspect.Scope;
import dev.catamaran.inspect.Target;
import dev.catamaran.manifest.Manifest;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.manifest.UnreadableManifestException;
import dev.catamaran.preview.ObjectChange.Action;
import dev.catamaran.release.Revision;
import dev.catamaran.release.SecretTexts;
import dev.catamaran.run.TerminalText;
import dev.catamaran.terminal.Ink.Paint;
import dev.catamaran.terminal.Tree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What changed between two stored revisions. Pure.
 *
 * @param releaseNamespace that of objects without one
 * @param chart changes of the chart's version, of the application's, and of the notes
 * @param objects the changed ones, in the order of the manifest, then those that are gone
 * @param hooks the changed objects of hooks, tests excepted
 * @param unchanged number of the release's other objects
 */
public record RevisionChanges(
    String primary,
    String namespace,
    String release,
    String releaseNamespace,
    int before,
    int after,
    List<FieldChange> chart,
    List<ObjectChange> objects,
    List<ObjectChange> hooks,
    long unchanged) {
  private static final String OPTION = "--revisions";

  /**
   * The numbers of two revisions.
   *
   * @param after that of the other one, which may be older; empty for the newest
   */
  public record Numbers(OptionalInt before, OptionalInt after) {}

  /** Two stored revisions. */
  record Pair(
      String primary, String namespace, Revision before, Revision after, SecretTexts secrets) {}

  /** Compares two revisions of a primary's release. */
  public static RevisionChanges of(Scope scope, Target target, Numbers numbers) {
    var found = scope.release(target);
    var newest = found.history().latest().orElseThrow(found::missing);
    int before = numbers.before().isPresent() ? numbers.before().getAsInt() : beforeNewest(found);
    return of(
        new Pair(
            found.primary().title(),
            found.primary().namespace(),
            found.revision(before, OPTION),
            found.revision(numbers.after().orElse(newest.number()), OPTION),
            found.secrets()));
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

  static RevisionChanges of(Pair pair) {
    var now = objects(pair.after(), pair.after().manifest());
    var objects = changes(objects(pair.before(), pair.before().manifest()), now, pair.secrets());
    var mask = new Mask(false, pair.secrets());
    return new RevisionChanges(
        pair.primary(),
        pair.namespace(),
        pair.after().release().name(),
        pair.after().release().namespace(),
        pair.before().number(),
        pair.after().number(),
        chart(pair, mask),
        objects,
        changes(
            objects(pair.before(), pair.before().hooks()),
            objects(pair.after(), pair.after().hooks()),
            pair.secrets()),
        now.size() - objects.stream().filter(each -> each.action() != Action.DELETED).count());
  }

  private static Map<ObjectKey, JsonNode> objects(Revision revision, Manifest manifest) {
    try {
      var objects = new LinkedHashMap<ObjectKey, JsonNode>();
      manifest
          .objects()
          .forEach(
              object ->
                  objects.put(
                      identity(object.key(), revision.release().namespace()), object.content()));
      return objects;
    } catch (UnreadableManifestException e) {
      throw new ManagerException(
          "--revisions: the objects of revision %d cannot be read: %s"
              .formatted(revision.number(), e.problem()));
    }
  }

  /** The version of an API may change, and a chart may name the namespace of its release. */
  static ObjectKey identity(ObjectKey key, String namespace) {
    return new ObjectKey(
        key.group(),
        key.kind(),
        key.namespace().isEmpty() ? namespace : key.namespace(),
        key.name());
  }

  static List<ObjectChange> changes(
      Map<ObjectKey, JsonNode> before, Map<ObjectKey, JsonNode> after, SecretTexts secrets) {
    var keys = new LinkedHashSet<>(after.keySet());
    keys.addAll(before.keySet());
    JsonNode nothing = MissingNode.getInstance();
    return keys.stream()
        .flatMap(
            key ->
                ObjectChange.between(
                    before.getOrDefault(key, nothing),
                    after.getOrDefault(key, nothing),
                    nothing,
                    secrets)
                    .stream())
        .toList();
  }

  private static List<FieldChange> chart(Pair pair, Mask mask) {
    return Stream.of(
            text("chart", pair, mask, each -> each.chart().name() + "-" + each.chart().version()),
            text("appVersion", pair, mask, each -> each.chart().appVersion()),
            text("notes", pair, mask, each -> each.notes().strip()))
        .flatMap(Function.identity())
        .toList();
  }

  private static Stream<FieldChange> text(
      String path, Pair pair, Mask mask, Function<Revision, String> text) {
    var one = text.apply(pair.before());
    var other = text.apply(pair.after());
    return one.equals(other)
        ? Stream.empty()
        : Stream.of(new FieldChange(path, shown(one, mask), shown(other, mask), false));
  }

  private static JsonNode shown(String text, Mask mask) {
    return text.isEmpty() ? NullNode.getInstance() : mask.of(TextNode.valueOf(text));
  }

  @JsonIgnore
  public boolean isChange() {
    return !(chart.isEmpty() && objects.isEmpty() && hooks.isEmpty());
  }

  public List<String> lines(Paint paint) {
    if (!isChange()) {
      return List.of(
          TerminalText.oneLine(
              "no change between revisions %d and %d of release %s"
                  .formatted(before, after, release)));
    }
    var lines = new ArrayList<>(new Tree(title(), children(paint)).lines());
    var counts = "%s; %d unchanged".formatted(ObjectChange.counts(objects), unchanged);
    lines.add(hooks.isEmpty() ? counts : counts + "; hooks: " + ObjectChange.counts(hooks));
    return lines;
  }

  private String title() {
    return TerminalText.oneLine(
        "%s%s: revision %d -> %d of release %s"
            .formatted(
                primary,
                namespace.isEmpty() ? "" : " in namespace " + namespace,
                before,
                after,
                release));
  }

  private List<Tree> children(Paint paint) {
    var children = new ArrayList<Tree>();
    ObjectChange.lines(chart).forEach(line -> children.add(Tree.leaf(line)));
    children.addAll(ObjectChange.trees(objects, releaseNamespace, paint));
    if (!hooks.isEmpty()) {
      children.add(new Tree("hooks", ObjectChange.trees(hooks, releaseNamespace, paint)));
    }
    return children;
  }
}
