package dev.catamaran.cli;

import dev.catamaran.importing.ImportReport;
import dev.catamaran.importing.ReleaseImport;
import dev.catamaran.inspect.Cluster;
import dev.catamaran.inspect.TerminalText;
import dev.catamaran.project.ReleaseRights;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What all imports have in common. */
final class ImportFlags {

  @Parameters(
      arity = "0..*",
      paramLabel = "NAME",
      description = "Names (default: all of the namespace).")
  private Set<String> names = new LinkedHashSet<>();

  @Option(
      names = {"-n", "--namespace"},
      paramLabel = "NAME",
      description = "Where they are (default: the namespace of the context).")
  private @Nullable String namespace;

  @Option(
      names = {"-A", "--all-namespaces"},
      description = "Look in all namespaces.")
  private boolean isEverywhere;

  @Option(
      names = "--group",
      description = "API group of new kinds without the domain (default: charts).")
  private @Nullable String group;

  @Option(names = "--version", description = "Version of the API of new kinds (default: v1alpha1).")
  private @Nullable String version;

  @Option(
      names = "--kind",
      description = "The kind, if all are of one chart (default: from the chart's name).")
  private @Nullable String kind;

  @Mixin private final ChartFlags chart = new ChartFlags();

  @Option(
      names = "--own-rights",
      description =
          "Make releases of new kinds with the operator's own permissions (default: with the permissions of a service account in"
              + " the namespace of each custom resource).")
  private boolean ownRights;

  @Mixin private final ProjectFlag project = new ProjectFlag();

  @Mixin private final KubeconfigFlags kubeconfig = new KubeconfigFlags();

  @Mixin final HelpFlag help = new HelpFlag();

  @Mixin private final NoteFlags noteFlags = new NoteFlags();

  Set<String> names() {
    return names;
  }

  /** Returns the namespace; empty for all. */
  String namespace(Cluster cluster) {
    return isEverywhere ? "" : Optional.ofNullable(namespace).orElseGet(cluster::namespace);
  }

  <T> T in(Function<Cluster, T> action) {
    return kubeconfig.use(action);
  }

  /** Returns how releases become files. */
  ReleaseImport project() {
    return new ReleaseImport(
        project.path(),
        project::watches,
        chart.origin(),
        Optional.ofNullable(group),
        Optional.ofNullable(version),
        Optional.ofNullable(kind),
        ownRights ? ReleaseRights.OWN : ReleaseRights.ACCOUNT);
  }

  /** Prints what was done. Returns the exit code: 1 if nothing was, or a named release was not. */
  int print(ImportReport report, PrintWriter out, PrintWriter err) {
    report.files().forEach(file -> out.printf("%s is written%n", file));
    report.lines().forEach(line -> out.println(TerminalText.lines(line.replaceAll("\\R", " "))));
    noteFlags.print(report.notes(), out);
    report.refusals().forEach(line -> err.println(TerminalText.oneLine(line)));
    if (report.imported() > 0) {
      out.println("Next:");
      next(report).forEach(line -> out.println("  " + TerminalText.oneLine(line)));
    }
    boolean isIncomplete = !names.isEmpty() && !report.refusals().isEmpty();
    return report.imported() == 0 || isIncomplete ? 1 : 0;
  }

  /** In this order, each release is always in the hands of one tool. */
  private List<String> next(ImportReport report) {
    var lines = new ArrayList<String>(report.before());
    lines.add("make install");
    for (var each : report.namespaces()) {
      // `make install` makes that of the namespace of the samples.
      if (!ownRights && !each.equals("default")) {
        lines.add("catamaran generate tenant %s | kubectl apply -f -".formatted(each));
      }
      lines.add("kubectl apply -f config/imported/" + each);
      lines.add("catamaran plan --namespace " + each);
    }
    lines.add("make run   # or deploy; only if the plan changes nothing that you want to keep");
    if (!report.after().isEmpty()) {
      lines.add(
          "catamaran status --all-namespaces   # when all are ready, and the other tool still leaves them alone:");
      lines.addAll(report.after());
    }
    return lines;
  }
}
