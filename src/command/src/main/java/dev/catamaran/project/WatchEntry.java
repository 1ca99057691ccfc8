package dev.catamaran.project;

import dev.catamaran.api.ManagerException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/** The entry of watches.yaml for an API, as text: comments and order stay. */
record WatchEntry(ProjectApi api) {
  private static final String FILE = "watches.yaml";
  private static final Pattern FLOW = Pattern.compile("  webhooks: \\[(.*)](.*)");

  /** Plans a further class under {@code webhooks}. */
  void addWebhook(Changes changes, String name) {
    var lines = new ArrayList<>(changes.text(FILE).orElse("").lines().toList());
    int begin = begin(lines);
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
    int last = entry.size();
    while (uncommented(entry.get(last - 1)).isBlank()) {
      last--;
    }
    entry.add(last, "  webhooks:");
    entry.add(last + 1, "  - " + name);
  }

  /** Returns whether watches.yaml has the entry, with each field on its own line. */
  boolean isIn(Changes changes) {
    return find(changes.text(FILE).orElse("").lines().toList()).isPresent();
  }

  private int begin(List<String> lines) {
    return find(lines)
        .orElseThrow(
            () ->
                new ManagerException(
                    "%s has no entry for %s of %s with each field on its own line; add `webhooks` to it by hand, and repeat the command"
                        .formatted(FILE, api.kind(), api.apiGroup())));
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
