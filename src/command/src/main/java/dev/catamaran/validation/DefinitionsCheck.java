package dev.catamaran.validation;

import dev.catamaran.recorder.Discovery;
import dev.catamaran.rollout.RolloutKind;
import dev.catamaran.watch.Source.HelmChart;
import dev.catamaran.watch.Watch;
import java.util.List;
import java.util.stream.Stream;

/** The CRDs of the watched kinds. */
record DefinitionsCheck() implements Check {
  @Override
  public List<Finding> findings(CheckedProject project) {
    if (!project.hasConfig()) {
      return List.of();
    }
    var builtIn = Discovery.snapshot();
    return Stream.of(
            project.watches().stream()
                .filter(watch -> !isBuiltIn(builtIn, watch))
                .flatMap(watch -> ofWatch(project, watch)),
            project.crds().stream().flatMap(CustomSchema::findings),
            project.crds().stream().flatMap(crd -> unwatched(project, crd)),
            unlisted(project))
        .flatMap(findings -> findings)
        .toList();
  }

  private static boolean isBuiltIn(Discovery builtIn, Watch watch) {
    var gvk = watch.gvk();
    var apiVersion = gvk.group().isEmpty() ? gvk.version() : gvk.group() + "/" + gvk.version();
    return builtIn.find(apiVersion, gvk.kind()).isPresent();
  }

  private static Stream<Finding> ofWatch(CheckedProject project, Watch watch) {
    var gvk = watch.gvk();
    return project
        .definition(gvk)
        .map(definition -> ofVersion(project, watch, definition))
        .orElseGet(
            () ->
                Stream.of(
                    project.atWatch(
                        CheckRule.CRD_MISSING,
                        watch,
                        "config/crd/bases has no CRD of %s in %s"
                            .formatted(gvk.kind(), gvk.group()))));
  }

  private static Stream<Finding> ofVersion(
      CheckedProject project, Watch watch, Definition definition) {
    var name = watch.gvk().version();
    var version = definition.version(name).filter(Definition.Version::isServed);
    if (version.isEmpty()) {
      return Stream.of(
          project.atWatch(
              CheckRule.CRD_VERSION,
              watch,
              "%s does not serve version %s".formatted(definition.file().path(), name)));
    }
    return Stream.of(
            storage(definition, version.get()),
            status(definition, version.get()),
            watch.source() instanceof HelmChart
                ? statusSchema(definition, version.get())
                : Stream.<Finding>empty())
        .flatMap(findings -> findings);
  }

  private static Stream<Finding> storage(Definition definition, Definition.Version version) {
    boolean isConverted =
        definition.spec().path("conversion").path("strategy").asText().equals("Webhook");
    boolean isOtherStored =
        !version.isStored()
            && definition.versions().stream().anyMatch(Definition.Version::isStored);
    return !isOtherStored || isConverted
        ? Stream.empty()
        : Stream.of(
            definition.finding(
                CheckRule.CRD_STORAGE,
                version.path(),
                "the watched version %s is not the stored one".formatted(version.name())));
  }

  private static Stream<Finding> status(Definition definition, Definition.Version version) {
    return version.json().path("subresources").has("status")
        ? Stream.empty()
        : Stream.of(
            definition.finding(
                CheckRule.CRD_STATUS,
                version.path(),
                "version %s has no status subresource".formatted(version.name())));
  }

  private static Stream<Finding> statusSchema(Definition definition, Definition.Version version) {
    var dropped =
        version.schema().isMissingNode() ? List.<String>of() : DroppedStatus.of(version.schema());
    return dropped.isEmpty()
        ? Stream.empty()
        : Stream.of(
            definition.finding(
                CheckRule.CRD_STATUS_SCHEMA,
                version.path(),
                "the schema of version %s drops %s"
                    .formatted(version.name(), String.join(", ", dropped))));
  }

  private static Stream<Finding> unwatched(CheckedProject project, Definition definition) {
    // The operator itself uses ChartRollouts.
    return definition.defines(RolloutKind.GVK)
            || project.watches().stream().anyMatch(watch -> definition.defines(watch.gvk()))
        ? Stream.empty()
        : Stream.of(
            definition.finding(
                CheckRule.CRD_UNWATCHED,
                List.of("spec", "names", "kind"),
                "watches.yaml has no entry for %s in %s"
                    .formatted(definition.kind(), definition.group())));
  }

  private static Stream<Finding> unlisted(CheckedProject project) {
    return project
        .definitions()
        .unlisted()
        .filter(file -> Definition.in(file).findAny().isPresent())
        .map(
            file ->
                Finding.of(
                    CheckRule.CRD_UNLISTED,
                    file.path(),
                    0,
                    "config/crd/kustomization.yaml does not list it"));
  }
}
