package dev.catamaran.validation;

import dev.catamaran.generate.DeclaredRights;
import dev.catamaran.project.ApiCharts;
import dev.catamaran.project.GeneratedManifests;
import dev.catamaran.project.ProjectApi;
import dev.catamaran.project.ProjectFile;
import dev.catamaran.project.RecordedChart;
import dev.catamaran.rights.ClassRights;
import dev.catamaran.rights.MergedRules;
import dev.catamaran.rights.Rule;
import dev.catamaran.validation.ConfigCheck.Definition;
import dev.catamaran.watch.Placement;
import dev.catamaran.watch.Watch;
import dev.catamaran.watch.Watches;
import java.util.List;
import java.util.stream.Stream;

/** The rights that the operator of a project needs, as far as its charts and classes are valid. */
record NeededRights(Recordings recordings) {

  /** Returns merged rules. */
  List<Rule> of(CheckedProject project) {
    var apis = project.watches().stream().flatMap(watch -> apis(project, watch)).toList();
    var watches = project.reading().watches();
    var manifests =
        new GeneratedManifests(
            new ProjectFile("", List.of(), "", apis),
            api ->
                ApiCharts.of(
                    api,
                    RecordedChart.of(project.folder().resolve(api.chart()), api.gvk(), watches),
                    ApiCharts.placement(api, watches).orElse(Placement.DEFAULT)));
    return MergedRules.of(manifests.rules(ofClasses(project), recordings::rights));
  }

  /** Returns what follows from the usable classes. */
  static ClassRights ofClasses(CheckedProject project) {
    return DeclaredRights.of(usable(project.reading().watches()));
  }

  /** Returns the entries without those of classes that cannot be loaded. */
  static Watches usable(Watches watches) {
    return new Watches(
        watches.file(),
        watches.watches().stream().filter(ClassesOfWatch::areUsable).toList(),
        List.of());
  }

  /** Returns the kind of an entry, once for each of its charts. */
  private static Stream<ProjectApi> apis(CheckedProject project, Watch watch) {
    var charts =
        ChartUse.of(watch, project.charts())
            .filter(use -> use.chart().chart().isPresent())
            .map(use -> api(project, watch, use.chart().shown()))
            .toList();
    return charts.isEmpty() ? Stream.of(api(project, watch, "")) : charts.stream();
  }

  private static ProjectApi api(CheckedProject project, Watch watch, String chart) {
    var gvk = watch.gvk();
    var plural =
        project
            .definition(gvk)
            .map(Definition::plural)
            .orElseGet(() -> ProjectFile.plural(project.folder(), gvk));
    return new ProjectApi("", gvk.group(), gvk.version(), gvk.kind(), plural, chart, "");
  }
}
