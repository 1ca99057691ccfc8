package dev.catamaran.importing;

import dev.catamaran.api.ManagerException;
import dev.catamaran.importing.ReleaseImport.ImportReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** A tool that made releases. An import reads it with the rights of a person, and changes none. */
public sealed interface Source permits HelmImport, FluxImport {
  /**
   * What the tool calls a release.
   *
   * @param read reads it; a ManagerException says why it cannot be taken over
   */
  record Found(String name, String title, Supplier<Wanted> read) {}

  String namespace();

  Set<String> names();

  String what();

  List<Found> found(ReleaseImport project);

  /**
   * Writes the chosen ones into a project. One that cannot be read keeps no other one from being
   * imported.
   */
  default ImportReport into(ReleaseImport project) {
    var all = found(project);
    if (all.isEmpty() && names().isEmpty()) {
      throw missing("");
    }
    for (var wanted : names()) {
      if (all.stream().noneMatch(each -> each.name().equals(wanted))) {
        throw missing(" " + wanted);
      }
    }
    var report = new ImportReport();
    var wanted = new ArrayList<Wanted>();
    all.stream()
        .filter(each -> names().isEmpty() || names().contains(each.name()))
        .forEach(each -> report.reading(each.title(), () -> wanted.add(each.read().get())));
    project.write(wanted, report);
    return report;
  }

  private ManagerException missing(String name) {
    return new ManagerException(
        "there is no %s%s %s; write another --namespace, or --all-namespaces"
            .formatted(
                what(),
                name,
                namespace().isEmpty() ? "in any namespace" : "in namespace " + namespace()));
  }
}
