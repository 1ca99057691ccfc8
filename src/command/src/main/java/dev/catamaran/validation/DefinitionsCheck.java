package dev.catamaran.validation;

import dev.catamaran.recorder.Discovery;
import dev.catamaran.watch.Watch;
import java.util.List;
import java.util.stream.Stream;

/** Whether the watched kinds have CRDs with the watched versions. */
record DefinitionsCheck() implements Check {
  @Override
  public List<Finding> findings(CheckedProject project) {
    if (!project.hasConfig()) {
      return List.of();
    }
    var builtIn = Discovery.snapshot();
    return project.watches().stream()
        .filter(watch -> !isBuiltIn(builtIn, watch))
        .flatMap(watch -> ofWatch(project, watch))
        .toList();
  }

  private static boolean isBuiltIn(Discovery builtIn, Watch watch) {
    var gvk = watch.gvk();
    var apiVersion = gvk.group().isEmpty() ? gvk.version() : gvk.group() + "/" + gvk.version();
    return builtIn.find(apiVersion, gvk.kind()).isPresent();
  }

  private static Stream<Finding> ofWatch(CheckedProject project, Watch watch) {
    var gvk = watch.gvk();
    var found = project.definition(gvk);
    if (found.isEmpty()) {
      return Stream.of(
          project.atWatch(
              CheckRule.CRD_MISSING,
              watch,
              "config/crd/bases has no CRD of %s in %s".formatted(gvk.kind(), gvk.group())));
    }
    return found.stream()
        .filter(definition -> !definition.serves().contains(gvk.version()))
        .map(
            definition ->
                project.atWatch(
                    CheckRule.CRD_VERSION,
                    watch,
                    "%s does not serve version %s".formatted(definition.file(), gvk.version())));
  }
}
