package dev.catamaran.validation;

import com.networknt.schema.Error;
import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.definition.UnknownValues;
import dev.catamaran.recorder.Discovery;
import dev.catamaran.watch.GroupKind;
import dev.catamaran.watch.Source.HelmChart;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The samples against the CRDs of their kinds. */
record SamplesCheck() implements Check {
  @Override
  public List<Finding> findings(CheckedProject project) {
    var builtIn = Discovery.snapshot();
    return project.samples().files().stream()
        .flatMap(
            file ->
                file.documents().stream()
                    .flatMap(document -> findings(project, builtIn, file.path(), document)))
        .toList();
  }

  private static Stream<Finding> findings(
      CheckedProject project, Discovery builtIn, String file, YamlDocument sample) {
    var gvk = kind(sample);
    var definition = project.definition(gvk);
    if (definition.isPresent()) {
      return definition
          .get()
          .version(gvk.version())
          .filter(Definition.Version::isServed)
          .map(
              version -> {
                var violations = violations(version, file, sample).toList();
                return violations.isEmpty()
                    ? unknown(project, gvk, file, sample)
                    : violations.stream();
              })
          .orElseGet(() -> notServed(definition.get(), gvk, file, sample));
    }
    if (isWatched(project, gvk)
        || builtIn.find(sample.text("apiVersion"), gvk.kind()).isPresent()) {
      return Stream.empty();
    }
    return Stream.of(
        Finding.of(
            CheckRule.SAMPLE_KIND,
            file,
            sample.line(List.of("kind")),
            "unknown kind \"%s\" of \"%s\"".formatted(gvk.kind(), sample.text("apiVersion"))));
  }

  /** Its missing CRD is an error of another check. */
  private static boolean isWatched(CheckedProject project, GroupVersionKind gvk) {
    return project.watches().stream()
        .anyMatch(watch -> GroupKind.of(watch.gvk()).equals(GroupKind.of(gvk)));
  }

  private static GroupVersionKind kind(YamlDocument sample) {
    var apiVersion = sample.text("apiVersion");
    int slash = apiVersion.indexOf('/');
    return new GroupVersionKind(
        slash < 0 ? "" : apiVersion.substring(0, slash),
        apiVersion.substring(slash + 1),
        sample.text("kind"));
  }

  private static Stream<Finding> notServed(
      Definition definition, GroupVersionKind gvk, String file, YamlDocument sample) {
    return Stream.of(
        Finding.of(
            CheckRule.SAMPLE_SCHEMA,
            file,
            sample.line(List.of("apiVersion")),
            "%s does not serve version %s".formatted(definition.file().path(), gvk.version())));
  }

  private static Stream<Finding> violations(
      Definition.Version version, String file, YamlDocument sample) {
    var repeated =
        SampleSchema.repeated(version.schema(), sample.json(), List.of())
            .map(
                path ->
                    Finding.of(
                        CheckRule.SAMPLE_SCHEMA,
                        file,
                        sample.line(path),
                        String.join(".", path) + ": an earlier item has the same keys"));
    return Stream.concat(
            SampleSchema.violations(version.schema(), sample.json()).stream()
                .map(violation -> finding(violation, file, sample)),
            repeated)
        .distinct();
  }

  private static Stream<Finding> unknown(
      CheckedProject project, GroupVersionKind gvk, String file, YamlDocument sample) {
    return project.watches().stream()
        .filter(watch -> watch.gvk().equals(gvk))
        .flatMap(
            watch ->
                watch.source() instanceof HelmChart source
                    ? UnknownValues.of(source, sample.json().path("spec")).stream()
                    : Stream.empty())
        .map(
            unknown ->
                Finding.of(
                    CheckRule.SAMPLE_VALUE,
                    file,
                    sample.line(Stream.concat(Stream.of("spec"), unknown.path().stream()).toList()),
                    "not in the chart's values: " + unknown));
  }

  private static Finding finding(Error violation, String file, YamlDocument sample) {
    var location = violation.getInstanceLocation();
    var path = new ArrayList<String>();
    for (int i = 0; i < location.getNameCount(); i++) {
      path.add(location.getName(i));
    }
    var unknown = unknown(violation);
    var shown = String.join(".", path) + (path.isEmpty() || unknown.isEmpty() ? "" : ".") + unknown;
    if (!unknown.isEmpty()) {
      path.add(unknown);
    }
    var message = unknown.isEmpty() ? sentence(violation) : "unknown field";
    return Finding.of(CheckRule.SAMPLE_SCHEMA, file, sample.line(path), shown + ": " + message);
  }

  private static String unknown(Error violation) {
    return "additionalProperties".equals(violation.getKeyword())
        ? String.valueOf(violation.getProperty())
        : "";
  }

  private static String sentence(Error violation) {
    var message = String.valueOf(violation.getMessage());
    int colon = message.indexOf(": ");
    var sentence = message.startsWith("/") && colon > 0 ? message.substring(colon + 2) : message;
    return sentence.replaceFirst("\\[(\\w+), null\\] expected", "$1 expected");
  }
}
