package dev.catamaran.cli;

import dev.catamaran.cli.ClusterFlags.PrimariesFlags;
import dev.catamaran.cli.ClusterFlags.PrimaryFlags;
import dev.catamaran.cli.ClusterFlags.TimeoutFlag;
import dev.catamaran.cli.Console.OutputFlags;
import dev.catamaran.inspect.Target;
import dev.catamaran.requests.Requested;
import dev.catamaran.requests.Requested.Answer;
import dev.catamaran.requests.Requests;
import dev.catamaran.requests.Waiting.Goal;
import dev.catamaran.revisions.ReleaseHistory;
import dev.catamaran.revisions.ReleaseValuesReport;
import dev.catamaran.revisions.RenderedText;
import dev.catamaran.revisions.RenderedText.Part;
import java.time.Clock;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What Helm has stored of one release, and what a person asks the operator for it. */
final class ReleaseCommands {
  private ReleaseCommands() {}

  static final class RevisionFlag {
    @Option(
        names = "--revision",
        paramLabel = "NUMBER",
        description = "The revision (default: the deployed one).")
    private @Nullable Integer revision;

    OptionalInt number() {
      return revision == null ? OptionalInt.empty() : OptionalInt.of(revision);
    }
  }

  @Command(
      name = "history",
      description = "List the stored revisions of a release, like helm history.",
      footer = "  catamaran history memcached/memcached-sample")
  static int history(@Mixin PrimaryFlags primary, @Mixin OutputFlags output) {
    var found = primary.in(ReleaseHistory::of);
    output.print(found, () -> ReleaseHistory.table(found.revisions()).lines(output.paint()));
    return 0;
  }

  /** Parts of a stored revision. */
  @Command(
      name = "get",
      description = "Print the values, manifest, hooks or notes of a stored revision.")
  static final class Get {
    @Command(
        name = "values",
        description =
            "Show the values of a release, and where each comes from. Values from Secrets are asterisks.",
        footer = "  catamaran get values memcached/memcached-sample --revision 1")
    static int values(
        @Mixin PrimaryFlags primary, @Mixin OutputFlags output, @Mixin RevisionFlag revision) {
      var found =
          primary.in((scope, target) -> ReleaseValuesReport.of(scope, target, revision.number()));
      output.print(found, () -> found.table().lines(output.paint()));
      return 0;
    }

    @Command(
        name = "manifest",
        description =
            "Print the manifest of a stored revision as YAML, like helm get manifest. Secret values are left out.",
        footer =
            "  catamaran get manifest memcached/memcached-sample --revision 1 | kubectl diff -f -")
    static int manifest(@Mixin PrimaryFlags primary, @Mixin RevisionFlag revision) {
      return rendered(primary, revision, Part.MANIFEST);
    }

    @Command(
        name = "hooks",
        description =
            "Print the hooks of a stored revision as YAML, like helm get hooks. Secret values are left out.",
        footer = "  catamaran get hooks memcached/memcached-sample")
    static int hooks(@Mixin PrimaryFlags primary, @Mixin RevisionFlag revision) {
      return rendered(primary, revision, Part.HOOKS);
    }

    @Command(
        name = "notes",
        description =
            "Print the notes of a stored revision, like helm get notes. Values from Secrets are asterisks.",
        footer = "  catamaran get notes memcached/memcached-sample")
    static int notes(@Mixin PrimaryFlags primary, @Mixin RevisionFlag revision) {
      return rendered(primary, revision, Part.NOTES);
    }

    /** Prints nothing else on standard output: other programs read it. */
    private static int rendered(PrimaryFlags primary, RevisionFlag revision, Part part) {
      var found =
          primary.in((scope, target) -> RenderedText.of(scope, target, revision.number(), part));
      if (found.text().isEmpty()) {
        var what = part.name().toLowerCase(Locale.ROOT);
        primary.tell("note: revision %d has no %s".formatted(found.revision(), what));
      } else {
        primary.print(found.text());
      }
      if (found.isMasked()) {
        primary.tell(
            "note: secret values are left out, or replaced by ***: read and compare this text, and do not apply it");
      }
      return 0;
    }
  }

  /** The flags of what asks the operator for something, and tells its answer. */
  @Command(
      exitCodeListHeading = "%nExit codes:%n",
      exitCodeList = {
        "0:The operator does it.",
        "1:The operator has tried it, and failed; or the request could not be written.",
        "3:The operator ignores it, or none has answered.",
      })
  static final class RequestFlags {
    @Mixin private final PrimariesFlags primaries = new PrimariesFlags();

    private int ask(OutputFlags output, BiFunction<Requests, Target, Requested> request) {
      return primaries.each(
          output, (scope, target) -> request.apply(new Requests(scope, Clock.systemUTC()), target));
    }
  }

  /** The flags of a request after which a release follows its spec. */
  static final class FollowFlags {
    @Mixin private final RequestFlags request = new RequestFlags();

    @Option(names = "--wait", description = "Wait until it is ready, as catamaran wait does.")
    private boolean isWaited;

    @Mixin private final TimeoutFlag limit = new TimeoutFlag();

    private int ask(OutputFlags output, BiFunction<Requests, Target, Requested> action) {
      if (!isWaited) {
        return request.ask(output, action);
      }
      var end = System.nanoTime() + limit.timeout.toNanos();
      return request.primaries.each(
          output,
          (scope, target) -> {
            var asked = action.apply(new Requests(scope, Clock.systemUTC()), target);
            // After a failed attempt others follow.
            return asked.answer() != Answer.REFUSED && asked.answer() != Answer.NONE
                ? request.primaries.await(Goal.READY, end, scope, target)
                : asked;
          });
    }
  }

  @Command(
      name = "pause",
      description = "Suspend all changes of a release: new specs, repairs of drift, the deletion.",
      footer = {
        "  catamaran pause memcached/memcached-sample",
        "  catamaran pause memcached --all"
      })
  static int pause(@Mixin RequestFlags flags, @Mixin OutputFlags output) {
    return flags.ask(output, Requests::pause);
  }

  @Command(
      name = "resume",
      description = "End a pause: the operator follows the spec again.",
      footer = "  catamaran resume memcached/memcached-sample")
  static int resume(@Mixin FollowFlags flags, @Mixin OutputFlags output) {
    return flags.ask(output, Requests::resume);
  }

  @Command(
      name = "reconcile",
      description = "Make one new revision of a release now, whatever failed before.",
      footer = "  catamaran reconcile memcached/memcached-sample")
  static int reconcile(@Mixin FollowFlags flags, @Mixin OutputFlags output) {
    return flags.ask(output, Requests::reconcile);
  }

  @Command(
      name = "retry",
      description = "Try a failed input again now, with all its retries.",
      footer = "  catamaran retry memcached/memcached-sample")
  static int retry(@Mixin FollowFlags flags, @Mixin OutputFlags output) {
    return flags.ask(output, Requests::resetRetries);
  }

  /** How a rollback ends, or to where it goes. */
  static final class Rollback {
    @Option(
        names = "--revision",
        paramLabel = "NUMBER",
        description = "The revision (default: the newest good one with other objects).")
    private @Nullable Integer revision;

    @Option(names = "--undo", description = "End the rollback: follow the spec again.")
    private boolean isUndo;
  }

  @Command(
      name = "rollback",
      description = "Roll a release back to an old revision, and keep it there.",
      footer = {
        "  catamaran rollback memcached/memcached-sample --revision 1",
        "  catamaran rollback memcached/memcached-sample --undo"
      })
  static int rollback(
      @Mixin RequestFlags flags, @Mixin OutputFlags output, @ArgGroup @Nullable Rollback chosen) {
    if (chosen != null && chosen.isUndo) {
      return flags.ask(output, Requests::endRollback);
    }
    var number =
        chosen == null || chosen.revision == null
            ? OptionalInt.empty()
            : OptionalInt.of(chosen.revision);
    return flags.ask(output, (requests, target) -> requests.rollback(target, number));
  }

  @Command(
      name = "wait",
      description =
          "Wait until a custom resource is ready, reconciled or deleted. Exits with 1 after the timeout, and with 3 as soon as the"
              + " operator does nothing more until a person changes something: it has given up (Stalled), or somebody holds"
              + " the release (SpecNotFollowed).",
      footer = {
        "  catamaran wait memcached/memcached-sample --for=ready --timeout=5m",
        "  catamaran wait memcached --selector team=a"
      })
  static int await(
      @Mixin PrimariesFlags primaries,
      @Mixin OutputFlags output,
      @Option(
              names = "--for",
              paramLabel = "GOAL",
              defaultValue = "ready",
              description =
                  "ready: its condition Ready is true for its newest spec. reconciled: the operator has carried out"
                      + " the newest spec. deleted: it no longer exists (default: ${DEFAULT-VALUE}).")
          Goal goal,
      @Mixin TimeoutFlag limit) {
    var end = System.nanoTime() + limit.timeout.toNanos();
    return primaries.each(output, (scope, target) -> primaries.await(goal, end, scope, target));
  }
}
