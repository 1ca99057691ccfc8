package dev.catamaran.validation;

import dev.catamaran.manifest.Manifest;
import dev.catamaran.manifest.ObjectKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The objects of a rendered chart, with their templates. Pure. */
final class RenderedObjects {
  /** Helm's comment above each object (Helm, pkg/action/action.go, renderResources). */
  private static final Pattern SOURCE = Pattern.compile("(?m)^# Source: (?<template>.+)$");

  private static final Pattern SEPARATOR = Pattern.compile("(?m)^---(?=\\s*\\n# Source: )");

  private RenderedObjects() {}

  /** Returns a finding for each object that is rendered more than once. Versions share objects. */
  static Stream<Finding> duplicates(LocalChart chart, String manifest) {
    return templates(manifest).entrySet().stream()
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

  private static Map<String, List<String>> templates(String manifest) {
    var templates = new LinkedHashMap<String, List<String>>();
    for (var text : SEPARATOR.splitAsStream(manifest).toList()) {
      var source = SOURCE.matcher(text);
      if (source.find()) {
        var template = source.group("template").strip();
        for (var object : Manifest.of(text).readable()) {
          templates.computeIfAbsent(shown(object.key()), key -> new ArrayList<>()).add(template);
        }
      }
    }
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
