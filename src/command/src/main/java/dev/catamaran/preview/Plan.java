package dev.catamaran.preview;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.catamaran.fields.FieldChange;
import dev.catamaran.requests.FoundRollout;
import dev.catamaran.requests.FoundRollouts;
import dev.catamaran.rollout.RolloutPlan;
import dev.catamaran.run.TerminalText;
import dev.catamaran.terminal.Ink;
import dev.catamaran.terminal.Ink.Paint;
import dev.catamaran.terminal.Tree;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What a watches.yaml and its charts would change for all primaries. Pure.
 *
 * @param groups the largest first
 * @param unchanged number of primaries without a change, with those that take over a release
 * @param notes what is not looked at, the first of them
 * @param digests by which a person approves the plan: of each kind with rollouts
 * @param editions that their rollouts will bring
 */
public record Plan(
    List<Group> groups,
    int unchanged,
    int takenOver,
    int restarts,
    List<Failure> failures,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> notes,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, String> digests,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, String> editions) {
  /**
   * Primaries with equal changes.
   *
   * @param primaries kind, namespace and name of each
   * @param changes one line each, with placeholders for the names of release and namespace
   */
  public record Group(List<String> primaries, List<String> changes) {}

  private static final int MOST_NAMED = 5;

  /** Sorts the kinds. */
  public Plan {
    digests = Collections.unmodifiableMap(new TreeMap<>(digests));
    editions = Collections.unmodifiableMap(new TreeMap<>(editions));
  }

  /**
   * Returns the same for kinds with rollouts.
   *
   * @param newest the newest rollouts of the kinds
   * @param namespace that of all primaries in it; empty for all
   */
  Plan having(Map<String, RolloutPlan> planned, FoundRollouts newest, String namespace) {
    var told = new ArrayList<>(notes);
    var approvable = new TreeMap<String, String>();
    var begun = new TreeMap<String, String>();
    planned.forEach(
        (kind, plan) -> {
          var known = newest.of(kind, plan.edition());
          if (known.filter(FoundRollout::isReturn).isPresent()) {
            told.add(
                "the rollout of this edition of %s has gone back: the operator makes none of its changes until the chart or overrideValues change again"
                    .formatted(kind));
          } else if (known.filter(FoundRollout::isClosed).isEmpty()) {
            approvable.put(kind, plan.digest());
            begun.put(kind, plan.edition());
          }
        });
    if (!namespace.isEmpty() && !begun.isEmpty()) {
      told.add(
          "the digest is of namespace %s alone; if the operator watches others, too: catamaran plan --all-namespaces"
              .formatted(namespace));
    }
    return new Plan(groups, unchanged, takenOver, restarts, failures, told, approvable, begun);
  }

  /**
   * A primary that would fail.
   *
   * @param primary kind, namespace and name
   */
  public record Failure(String primary, String problem) {}

  /** Groups the previews. */
  static Plan of(List<ReleasePreview> previews) {
    var groups =
        previews.stream()
            .filter(preview -> preview.isChange() && !preview.isFailure())
            .filter(preview -> !preview.isTakeOver())
            .collect(
                Collectors.groupingBy(
                    preview -> changes(preview, FieldChange::wholeLine, true),
                    LinkedHashMap::new,
                    Collectors.toList()));
    return new Plan(
        groups.values().stream()
            .map(Plan::group)
            .sorted((one, other) -> other.primaries().size() - one.primaries().size())
            .toList(),
        (int) previews.stream().filter(each -> !each.isChange() || each.isTakeOver()).count(),
        (int) previews.stream().filter(ReleasePreview::isTakeOver).count(),
        (int) previews.stream().filter(p -> p.isRestart() && !p.isFailure()).count(),
        previews.stream()
            .filter(ReleasePreview::isFailure)
            .map(preview -> new Failure(name(preview), preview.problem()))
            .toList(),
        Stream.concat(
                previews.stream()
                    .filter(preview -> preview.isChange() && !preview.isPending())
                    .map(ReleasePreview::note)
                    .filter(note -> !note.isEmpty())
                    .distinct()
                    .limit(MOST_NAMED),
                held(previews).stream())
            .toList(),
        Map.of(),
        Map.of());
  }

  /** A primary without a change may have none because somebody holds it. */
  private static Optional<String> held(List<ReleasePreview> previews) {
    var held = previews.stream().filter(one -> !one.isChange() && !one.note().isEmpty()).toList();
    return held.stream()
        .map(Plan::name)
        .findFirst()
        .map(
            first ->
                "%d of the unchanged are held or wait, such as %s; catamaran diff says why"
                    .formatted(held.size(), first));
  }

  private static String name(ReleasePreview preview) {
    return preview.primary()
        + (preview.namespace().isEmpty() ? "" : " in namespace " + preview.namespace());
  }

  /** Their lines may be equal where whole values differ, so that only these decide a group. */
  private static Group group(List<ReleasePreview> equal) {
    return new Group(equal.stream().map(Plan::name).toList(), lines(equal));
  }

  /** A placeholder stands only where the primaries differ: a name may also be that of an image. */
  private static List<String> lines(List<ReleasePreview> equal) {
    var exact = equal.stream().map(preview -> changes(preview, FieldChange::line, false)).toList();
    var general = changes(equal.getFirst(), FieldChange::line, true);
    return IntStream.range(0, general.size())
        .mapToObj(
            i ->
                exact.stream().allMatch(lines -> lines.get(i).equals(exact.getFirst().get(i)))
                    ? exact.getFirst().get(i)
                    : general.get(i))
        .toList();
  }

  /** The line of a changed field. */
  private interface Wording {
    String of(FieldChange field, UnaryOperator<String> names);
  }

  private static List<String> changes(ReleasePreview preview, Wording wording, boolean isGeneral) {
    UnaryOperator<String> names = text -> isGeneral ? normal(text, preview) : text;
    return Stream.of(
            preview.objects().stream()
                .filter(object -> !object.isMark())
                .map(ObjectChange::withoutMarks)
                .flatMap(object -> lines(object, preview, wording, names)),
            preview.hooks().stream().map(hook -> names.apply("hook " + hook)),
            Stream.of(preview.note()).filter(note -> preview.isPending()),
            marks(preview).stream())
        .flatMap(each -> each)
        .toList();
  }

  /** Among hundreds of marks, nobody sees what else changes. */
  private static Optional<String> marks(ReleasePreview preview) {
    long marked =
        preview.objects().stream().filter(object -> !object.equals(object.withoutMarks())).count();
    return marked == 0
        ? Optional.empty()
        : Optional.of(
            "marks of ownership on %d %s".formatted(marked, marked == 1 ? "object" : "objects"));
  }

  private static Stream<String> lines(
      ObjectChange object, ReleasePreview preview, Wording wording, UnaryOperator<String> names) {
    var title = names.apply(object.title(preview.namespace()));
    return object.fields().isEmpty()
        ? Stream.of(title)
        : object.fields().stream().map(field -> title + " " + wording.of(field, names));
  }

  private static String normal(String line, ReleasePreview preview) {
    return replaced(
        replaced(line, preview.release(), "<release>"), preview.namespace(), "<namespace>");
  }

  /** Replaces a name where it is a word of its own. */
  private static String replaced(String line, String name, String placeholder) {
    return name.isEmpty()
        ? line
        : line.replaceAll(
            "(?<![A-Za-z0-9<])" + Pattern.quote(name) + "(?![A-Za-z0-9>])",
            Matcher.quoteReplacement(placeholder));
  }

  /** Whether something would change, or fail. */
  @JsonIgnore
  public boolean isChange() {
    return !groups.isEmpty() || !failures.isEmpty();
  }

  public List<String> lines(Paint paint) {
    var lines = new ArrayList<String>();
    for (var group : groups) {
      var changes = group.changes().stream().map(TerminalText::oneLine).toList();
      lines.addAll(Tree.of(title(group.primaries()), changes).lines());
    }
    failures.forEach(
        failure ->
            lines.add(
                Ink.BAD.on(
                    TerminalText.oneLine(failure.primary() + " fails: " + failure.problem()),
                    paint)));
    if (takenOver > 0) {
      lines.add(
          "%d %s over a release as it is: its objects get the marks of their owner, and nothing else"
              .formatted(
                  takenOver, takenOver == 1 ? "custom resource takes" : "custom resources take"));
    }
    lines.add(
        "%d changed, %d unchanged; %d restart pods, %d fail"
            .formatted(
                groups.stream().mapToInt(group -> group.primaries().size()).sum(),
                unchanged,
                restarts,
                failures.size()));
    notes.forEach(note -> lines.add(TerminalText.oneLine(note)));
    editions.forEach(
        (kind, edition) ->
            lines.add(
                "edition of %s: catamaran rollout status %s --wait"
                    .formatted(kind, FoundRollout.shown(edition))));
    digests.forEach(
        (kind, digest) ->
            lines.add("plan of %s: catamaran rollout approve %s".formatted(kind, digest)));
    return lines;
  }

  private static String title(List<String> primaries) {
    var named = String.join(", ", primaries.stream().limit(MOST_NAMED).toList());
    return "%d %s: %s%s"
        .formatted(
            primaries.size(),
            primaries.size() == 1 ? "custom resource" : "custom resources",
            named,
            primaries.size() > MOST_NAMED ? ", …" : "");
  }
}
