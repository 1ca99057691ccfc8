package dev.catamaran.recorder;

import dev.catamaran.helm.StoredRelease;
import dev.catamaran.manifest.Manifest;
import dev.catamaran.manifest.ManifestObject;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Reads the objects out of a stored revision. */
final class RecordedObjects {
  /** Helm's comment above each object (Helm, pkg/action/action.go, renderResources). */
  private static final Pattern SOURCE = Pattern.compile("(?m)^# Source: (?<template>.+)$");

  private static final Pattern SEPARATOR = Pattern.compile("(?m)^---(?=\\s*\\n# Source: )");

  private final Discovery discovery;
  private final String namespace;

  /** Creates a reader for a release in that namespace. */
  RecordedObjects(Discovery discovery, String namespace) {
    this.discovery = discovery;
    this.namespace = namespace;
  }

  /** Returns the objects of the manifest, then the hooks. */
  List<RecordedObject> of(StoredRelease release) {
    var objects = new ArrayList<RecordedObject>();
    for (var text : (Iterable<String>) SEPARATOR.splitAsStream(release.manifest())::iterator) {
      var source = SOURCE.matcher(text);
      if (source.find()) {
        read(source.group("template").strip(), text, List.of(), objects);
      }
    }
    for (var hook : release.hooks()) {
      read(hook.template(), hook.manifest(), hook.events(), objects);
    }
    return objects;
  }

  private void read(
      String template, String text, List<String> events, List<RecordedObject> objects) {
    for (var object : Manifest.of(text).readable()) {
      discovery
          .find(object.key().apiVersion(), object.key().kind())
          .map(resource -> recorded(template, object, resource, events))
          .ifPresent(objects::add);
    }
  }

  private RecordedObject recorded(
      String template, ManifestObject object, ApiResource resource, List<String> events) {
    var own = object.key().namespace().isEmpty() ? namespace : object.key().namespace();
    return new RecordedObject(
        template, resource, resource.namespaced() ? own : "", events, object.content());
  }
}
