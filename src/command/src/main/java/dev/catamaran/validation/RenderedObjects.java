package dev.catamaran.validation;

import dev.catamaran.manifest.ManifestObject;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.recorder.Recording;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The objects of a rendered chart, with their templates. Pure. */
final class RenderedObjects {
  private RenderedObjects() {}

  /** Returns a finding for each object that is rendered more than once. Versions share objects. */
  static Stream<Finding> duplicates(LocalChart chart, Recording recording) {
    return templates(recording).entrySet().stream()
        .filter(object -> object.getValue().size() > 1)
        .map(
            object ->
                Finding.of(
                    CheckRule.CHART_DUPLICATE,
                    chart.template(object.getValue().getLast()),
                    0,
                    "%s is rendered %d times, first by %s"
                        .formatted(
                            object.getKey(),
                            object.getValue().size(),
                            chart.template(object.getValue().getFirst()))));
  }

  private static Map<String, List<String>> templates(Recording recording) {
    var templates = new LinkedHashMap<String, List<String>>();
    recording.objects().stream()
        .filter(object -> !object.isHook())
        .forEach(
            object ->
                templates
                    .computeIfAbsent(
                        shown(new ManifestObject(object.content()).key()), key -> new ArrayList<>())
                    .add(object.template()));
    return templates;
  }

  /** Returns kind, group, namespace and name. */
  private static String shown(ObjectKey object) {
    int slash = object.apiVersion().indexOf('/');
    var group = slash < 0 ? "" : "." + object.apiVersion().substring(0, slash);
    var namespace = object.namespace().isEmpty() ? "" : object.namespace() + "/";
    return object.kind() + group + " " + namespace + object.name();
  }
}
