package dev.catamaran.cli;

import dev.catamaran.cli.ClusterFlags.PrimaryArgument;
import dev.catamaran.revisions.ReleaseHistory;
import dev.catamaran.revisions.ReleaseValuesReport;
import dev.catamaran.revisions.RenderedText;
import dev.catamaran.revisions.RenderedText.Part;
import java.util.Locale;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The commands that show what Helm has stored of a release. */
abstract sealed class ShowRevision extends BaseCommand {
  @Mixin final PrimaryArgument argument = new PrimaryArgument();
  @Mixin final ClusterFlags cluster = new ClusterFlags();

  /** The flag that chooses a stored revision. */
  static final class RevisionFlag {
    @Option(
        names = "--revision",
        paramLabel = "NUMBER",
        description = "The revision (default: the deployed one).")
    private @Nullable Integer revision;

    /** Returns the number; empty for the deployed revision. */
    OptionalInt number() {
      return revision == null ? OptionalInt.empty() : OptionalInt.of(revision);
    }
  }

  /** {@code catamaran history}: the revisions of a release. */
  @Command(
      name = "history",
      description = "List the stored revisions of a release, like helm history.",
      footer = {"", "Example:", "  catamaran history memcached/memcached-sample"},
      mixinStandardHelpOptions = true)
  static final class History extends ShowRevision {
    @Mixin private final OutputFlags output = new OutputFlags();

    @Override
    public Integer call() {
      var history = cluster.in(scope -> ReleaseHistory.of(scope, argument.target()));
      output.print(history, () -> ReleaseHistory.table(history.revisions()).lines(output.paint()));
      return 0;
    }
  }

  /** {@code catamaran values}: the values of a revision, with their sources. */
  @Command(
      name = "values",
      description =
          "Show the values of a release, and where each comes from. Secret values are asterisks.",
      footer = {"", "Example:", "  catamaran values memcached/memcached-sample --revision 1"},
      mixinStandardHelpOptions = true)
  static final class Values extends ShowRevision {
    @Mixin private final OutputFlags output = new OutputFlags();
    @Mixin private final RevisionFlag revision = new RevisionFlag();

    @Override
    public Integer call() {
      var report =
          cluster.in(scope -> ReleaseValuesReport.of(scope, argument.target(), revision.number()));
      output.print(report, () -> report.table().lines(output.paint()));
      return 0;
    }
  }

  /**
   * Prints what Helm rendered for a stored revision, and nothing else on standard output: other
   * programs read it.
   */
  abstract static sealed class Rendered extends ShowRevision {
    @Mixin private final RevisionFlag revision = new RevisionFlag();
    private final Part part;

    Rendered(Part part) {
      this.part = part;
    }

    @Override
    public final Integer call() {
      var rendered =
          cluster.in(scope -> RenderedText.of(scope, argument.target(), revision.number(), part));
      if (rendered.text().isEmpty()) {
        tell(
            "note: revision %d has no %s"
                .formatted(rendered.revision(), part.name().toLowerCase(Locale.ROOT)));
      } else {
        print(rendered.text());
      }
      if (rendered.isMasked()) {
        tell(
            "note: secret values are left out, or replaced by ***: read and compare this text, and"
                + " do not apply it");
      }
      return 0;
    }
  }

  /** {@code catamaran manifest}: the objects of a revision. */
  @Command(
      name = "manifest",
      description =
          "Print the manifest of a stored revision as YAML, like helm get manifest. Secret values are left out.",
      footer = {
        "",
        "Example:",
        "  catamaran manifest memcached/memcached-sample --revision 1 | kubectl diff -f -",
      },
      mixinStandardHelpOptions = true)
  static final class Manifest extends Rendered {
    Manifest() {
      super(Part.MANIFEST);
    }
  }

  /** {@code catamaran hooks}: the hooks of a revision. */
  @Command(
      name = "hooks",
      description =
          "Print the hooks of a stored revision as YAML, like helm get hooks. Secret values are left out.",
      footer = {"", "Example:", "  catamaran hooks memcached/memcached-sample"},
      mixinStandardHelpOptions = true)
  static final class Hooks extends Rendered {
    Hooks() {
      super(Part.HOOKS);
    }
  }

  /** {@code catamaran notes}: the notes of a revision. */
  @Command(
      name = "notes",
      description =
          "Print the notes of a stored revision, like helm get notes. Secret values are asterisks.",
      footer = {"", "Example:", "  catamaran notes memcached/memcached-sample"},
      mixinStandardHelpOptions = true)
  static final class Notes extends Rendered {
    Notes() {
      super(Part.NOTES);
    }
  }
}
