package dev.catamaran.project;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.catamaran.api.ManagerException;
import dev.catamaran.definition.DefinitionYaml;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** The entry of watches.yaml for an API, as text: comments and order stay. */
record WatchEntry(ProjectApi api) {
  private static final String FILE = "watches.yaml";
  private static final Pattern FLOW = Pattern.compile("  webhooks: \\[(.*)](.*)");

  /** Plans a further class under {@code webhooks}. */
  void addWebhook(Changes changes, String name) {
    var lines = new ArrayList<>(changes.text(FILE).orElse("").lines().toList());
    int begin = begin(lines, "webhooks");
    int end = end(lines, begin);
    var entry = lines.subList(begin, end);
    if (entry.stream()
        .noneMatch(
            line ->
                Pattern.compile("[\\s\\[,]" + Pattern.quote(name) + "([\\s\\],]|$)")
                    .matcher(uncommented(line))
                    .find())) {
      add(entry, name);
      changes.put(FILE, String.join("\n", lines) + "\n");
    }
  }

  /**
   * Plans permissions of the entry, as far as it does not name them.
   *
   * @param options such as {@code allowAdoption}
   * @param comment lines above them
   */
  void allow(Changes changes, List<String> options, List<String> comment) {
    var lines = new ArrayList<>(changes.text(FILE).orElse("").lines().toList());
    int begin = begin(lines, String.join(", ", options));
    var entry = lines.subList(begin, end(lines, begin));
    var missing =
        options.stream()
            .filter(
                option -> entry.stream().noneMatch(line -> line.startsWith("  " + option + ":")))
            .toList();
    if (!missing.isEmpty()) {
      var added = new ArrayList<String>();
      comment.forEach(line -> added.add("  # " + line));
      missing.forEach(option -> added.add("  " + option + ": true"));
      entry.addAll(length(entry), added);
      changes.put(FILE, String.join("\n", lines) + "\n");
    }
  }

  /**
   * Plans fields of the entry, as far as it does not have them.
   *
   * @return the names of those that it has with other content
   */
  Set<String> set(Changes changes, Map<String, JsonNode> fields) {
    if (fields.isEmpty()) {
      return Set.of();
    }
    var lines = new ArrayList<>(changes.text(FILE).orElse("").lines().toList());
    int begin = begin(lines, String.join(", ", fields.keySet()));
    var entry = lines.subList(begin, end(lines, begin));
    var kept = new TreeSet<String>();
    fields.forEach(
        (name, value) -> {
          var text =
              DefinitionYaml.exact(JsonNodeFactory.instance.objectNode().set(name, value))
                  .lines()
                  .map(line -> "  " + line)
                  .toList();
          boolean isThere = entry.stream().anyMatch(line -> line.startsWith("  " + name + ":"));
          if (!isThere) {
            entry.addAll(length(entry), text);
          } else if (Collections.indexOfSubList(entry, text) < 0) {
            kept.add(name);
          }
        });
    changes.put(FILE, String.join("\n", lines) + "\n");
    return kept;
  }

  private static int length(List<String> entry) {
    int last = entry.size();
    while (uncommented(entry.get(last - 1)).isBlank()) {
      last--;
    }
    return last;
  }

  private static String uncommented(String line) {
    return line.replaceFirst("(^|\\s)#.*", "");
  }

  private static void add(List<String> entry, String name) {
    for (int i = 0; i < entry.size(); i++) {
      var flow = FLOW.matcher(entry.get(i));
      if (flow.matches()) {
        entry.set(i, "  webhooks: [%s, %s]%s".formatted(flow.group(1), name, flow.group(2)));
        return;
      }
      if (entry.get(i).matches("  webhooks:\\s*(#.*)?")) {
        entry.add(i + 1, "  - " + name);
        return;
      }
    }
    int last = length(entry);
    entry.add(last, "  webhooks:");
    entry.add(last + 1, "  - " + name);
  }

  /** Returns whether watches.yaml has the entry, with each field on its own line. */
  boolean isIn(Changes changes) {
    return find(changes.text(FILE).orElse("").lines().toList()).isPresent();
  }

  private int begin(List<String> lines, String option) {
    return find(lines)
        .orElseThrow(
            () ->
                new ManagerException(
                    "%s has no entry for %s of %s with each field on its own line; add `%s` to it by hand, and repeat the command"
                        .formatted(FILE, api.kind(), api.apiGroup(), option)));
  }

  private OptionalInt find(List<String> lines) {
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).startsWith("- ")) {
        var entry = lines.subList(i, end(lines, i));
        if (has(entry, "group", api.apiGroup())
            && has(entry, "version", api.version())
            && has(entry, "kind", api.kind())) {
          return OptionalInt.of(i);
        }
      }
    }
    return OptionalInt.empty();
  }

  private static int end(List<String> lines, int begin) {
    int end = begin + 1;
    while (end < lines.size()
        && !lines.get(end).startsWith("- ")
        && !lines.get(end).startsWith("#+")) {
      end++;
    }
    return end;
  }

  private static boolean has(List<String> entry, String field, String value) {
    return entry.stream()
        .anyMatch(
            line ->
                uncommented(line.substring(Math.min(2, line.length())))
                    .strip()
                    .matches(field + ":\\s*[\"']?" + Pattern.quote(value) + "[\"']?"));
  }
}
