package dev.catamaran.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.catamaran.chart.Chart;
import dev.catamaran.chart.ChartLoader;
import dev.catamaran.chart.InvalidChartException;
import dev.catamaran.cli.TestProject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TemplateReachTest {
  private static final String CHART = "{apiVersion: v2, name: c, version: 1.0.0}";

  @TempDir Path folder;

  private Optional<Set<String>> reached(String path, Map<String, String> files)
      throws IOException, InvalidChartException {
    return TemplateReach.of(chart(files))
        .of(path)
        .map(
            found ->
                found.stream()
                    .map(name -> name.replace("c/templates/", ""))
                    .collect(Collectors.toSet()));
  }

  private Chart chart(Map<String, String> files) throws IOException, InvalidChartException {
    var chart = folder.resolve("chart");
    new TestProject(chart).write("Chart.yaml", CHART).writeAll(files);
    return new ChartLoader(folder.resolve("unpacked")).load(chart);
  }

  @Test
  void aTemplateIsReachedByWhatItNames() throws IOException, InvalidChartException {
    var files =
        Map.of(
            "templates/a.yaml", "{{ .Values.web.a }}{{ (index .Values \"my-db\").b }}",
            "templates/b.yaml", "{{ .Values.other }}",
            "templates/NOTES.txt", "{{ $.Values.web }}");

    assertEquals(Optional.of(Set.of("a.yaml", "NOTES.txt")), reached("web.x.y", files));
    assertEquals(Optional.of(Set.of("a.yaml")), reached("my-db", files));
    assertEquals(Optional.of(Set.of("b.yaml")), reached("other", files));
  }

  @Test
  void aTemplateIsReachedThroughNamedOnesAndOtherFiles() throws IOException, InvalidChartException {
    var files =
        Map.of(
            "templates/a.yaml", "{{ include \"one\" . }}",
            "templates/b.yaml",
                "{{ include (print $.Template.BasePath \"/c.yaml\") . | sha256sum }}{{ .Values.b }}",
            "templates/c.yaml", "{{ .Values.c }}",
            "templates/d.yaml", "{{ tpl .Values.text . }}",
            "templates/_all.tpl",
                "{{ define \"one\" }}{{ template \"two\" . }}{{ end }}{{ define \"two\" }}{{ .Values.web }}{{ end }}",
            "values.yaml", "text: '{{ .Values.evaluated }}'");

    assertEquals(Optional.of(Set.of("a.yaml")), reached("web", files));
    assertEquals(Optional.of(Set.of("b.yaml", "c.yaml")), reached("c", files));
    assertEquals(Optional.of(Set.of("d.yaml")), reached("evaluated", files));
    assertEquals(Optional.of(Set.of("b.yaml", "c.yaml")), reached("b", files));
  }

  @Test
  void aTemplateThatCannotBeFollowedIsReachedByAll() throws IOException, InvalidChartException {
    var files =
        Map.of(
            "templates/a.yaml", "{{ range $k, $v := .Values }}{{ end }}",
            "templates/b.yaml", "{{ include .Values.b . }}",
            "templates/c.yaml", "{{ include \"c\" .Subcharts.s }}",
            "templates/d.yaml", "{{ get $ \"Values\" }}",
            "templates/e.yaml", "{{ .Values.x }}",
            "templates/f.yaml", "{{/* include x .Values */}}description: a template of Values");

    assertEquals(
        Optional.of(Set.of("a.yaml", "b.yaml", "c.yaml", "d.yaml")), reached("web", files));
  }

  @Test
  void aTemplateThatChangesValuesRendersWithAllOthers() throws IOException, InvalidChartException {
    var files =
        Map.of(
            "templates/a.yaml", "{{ $_ := set .Values.a \"b\" .Values.c }}",
            "templates/b.yaml", "{{ .Values.a }}",
            "templates/d.yaml", "{{ .Values.d }}",
            "templates/e.yaml",
                "{{ $new := dict }}{{ $_ := set $new \"e\" .Values.e }}{{ merge (deepCopy .Values.e) $new }}");

    assertEquals(Optional.of(Set.of("a.yaml", "d.yaml")), reached("d", files));
    assertEquals(Optional.of(Set.of("a.yaml", "e.yaml")), reached("e", files));
    assertFalse(reached("c", files).isPresent());
    assertFalse(reached("a", files).isPresent());
  }

  @Test
  void whatSubchartsSeeReachesAll() throws IOException, InvalidChartException {
    var files =
        Map.of(
            "Chart.yaml",
                "{apiVersion: v2, name: c, version: 1.0.0, dependencies: [{name: s, version: 1.0.0, alias: t, condition: 'u.on,v.on'}]}",
            "charts/s/Chart.yaml", "{apiVersion: v2, name: s, version: 1.0.0}",
            "templates/a.yaml", "{{ .Values.a }}");

    for (var name : Set.of("global", "tags", "s", "t", "u", "v")) {
      assertFalse(reached(name + ".x", files).isPresent(), name);
    }
    assertEquals(Optional.of(Set.of("a.yaml")), reached("a", files));
  }

  @Test
  void aPackedSubchartMayUseAll() throws IOException, InvalidChartException {
    var files =
        Map.of("templates/a.yaml", "{{ .Values.a }}", "templates/b.yaml", "{{ .Values.b }}");
    var chart = chart(files);
    Files.createDirectories(chart.path().resolve("charts"));
    Files.write(chart.path().resolve("charts/s-1.0.0.tgz"), new byte[0]);

    assertEquals(Optional.empty(), TemplateReach.of(chart).of("a"));
  }
}
