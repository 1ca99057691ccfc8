package dev.catamaran.cli;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;

import dev.catamaran.api.ManagerException;
import dev.catamaran.inspect.Scope;
import dev.catamaran.project.ChartOrigin;
import dev.catamaran.project.OfflineEnvironment;
import dev.catamaran.scaffold.ChartApi;
import dev.catamaran.watch.Watches;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

final class ProjectFlag extends Console.Flags {
  @Option(
      names = "--project",
      paramLabel = "DIRECTORY",
      description = "Directory of the project (default: ${DEFAULT-VALUE}).")
  private Path path = Path.of(".");

  Path path() {
    return path;
  }

  /**
   * Reads its watches.yaml as it is written. Its charts and templates are not read, and variables
   * of the operator need not be set.
   */
  Watches watches() {
    return Scope.watches(
        file(), template -> OfflineEnvironment.TEMPLATE, new OfflineEnvironment(System.getenv()));
  }

  Path file() {
    var file = path.resolve("watches.yaml");
    if (Files.exists(file)) {
      return file;
    }
    throw new ManagerException(
        "%s does not exist; run this command in the project's directory, or name that with --project"
            .formatted(file.toAbsolutePath().normalize()));
  }

  /** How much a command says of the files that it writes. */
  static final class VerboseFlag {
    private static final int SHOWN = 3;

    @Option(
        names = {"-v", "--verbose"},
        description = "List each written file, and all notes.")
    private boolean verbose;

    /** Prints each file if they are few, else how many each folder gets. */
    void written(Collection<Path> files, PrintWriter out) {
      if (verbose || files.size() <= SHOWN) {
        files.forEach(file -> out.printf("%s is written%n", file));
        return;
      }
      var counts =
          files.stream()
              .collect(groupingBy(VerboseFlag::folder, TreeMap::new, counting()))
              .entrySet()
              .stream()
              .map(folder -> "%d in %s".formatted(folder.getValue(), folder.getKey()))
              .collect(joining(", "));
      out.printf("%d files are written: %s; -v lists them%n", files.size(), counts);
    }

    /** Each chart has a folder of its own. */
    private static String folder(Path file) {
      int depth = Math.min(file.startsWith("helm-charts") ? 2 : 1, file.getNameCount() - 1);
      return depth == 0 ? "./" : file.subpath(0, depth) + "/";
    }

    void notes(List<String> notes, PrintWriter out) {
      int shown = verbose ? notes.size() : Math.min(SHOWN, notes.size());
      notes.subList(0, shown).forEach(note -> out.printf("note: %s%n", note));
      if (shown < notes.size()) {
        out.printf("note: %d more; -v prints them%n", notes.size() - shown);
      }
    }
  }

  /** Flags for a new kind with a chart. */
  static final class KindFlags {
    @Option(
        names = "--group",
        description = "API group without the domain (default for a chart: charts).")
    @Nullable String group;

    @Option(
        names = "--version",
        description = "Version of the API (default for a chart: v1alpha1).")
    @Nullable String version;

    @Option(
        names = "--kind",
        description = "The kind (default for a chart: from the chart's name).")
    @Nullable String kind;

    @Mixin final ChartFlags chart = new ChartFlags();

    @Option(
        names = "--own-rights",
        description =
            "Make releases with the operator's own permissions (default: with the permissions of a service account in the namespace of"
                + " each custom resource).")
    boolean ownRights;

    @Mixin final ProjectFlag project = new ProjectFlag();

    ChartApi api() {
      return new ChartApi(
          project.path(),
          project::watches,
          chart.origin(),
          Optional.ofNullable(group),
          Optional.ofNullable(version),
          Optional.ofNullable(kind),
          ownRights);
    }
  }

  /** The chart of a kind, as the forms of operator-sdk name it. */
  static final class ChartFlags {
    @Option(
        names = "--helm-chart",
        paramLabel = "CHART",
        description =
            "A directory, a .tgz, the https address of a .tgz, a name with --helm-chart-repo, or oci://host/path (default: Helm's"
                + " starter chart; for an import, the deployed chart; for an update, the one that PROJECT names).")
    String chart = "";

    @Option(
        names = "--helm-chart-repo",
        paramLabel = "URL",
        description = "Repository of the chart.")
    String repository = "";

    @Option(
        names = "--helm-chart-version",
        paramLabel = "VERSION",
        description =
            "Version of the chart, or a range (default: the newest; an update takes an older one only so).")
    String version = "";

    @Option(names = "--plain-http", description = "Allow repositories and registries without TLS.")
    boolean plainHttp;

    /** Returns the chart; one without a name if none is named. */
    ChartOrigin origin() {
      return new ChartOrigin(chart, repository, version, plainHttp);
    }

    boolean isNamed() {
      return !chart.isEmpty();
    }
  }
}
