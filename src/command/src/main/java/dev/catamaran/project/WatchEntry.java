package dev.catamaran.project;

import dev.catamaran.api.ManagerException;
import dev.catamaran.yaml.InvalidYamlException;
import dev.catamaran.yaml.Marked;
import dev.catamaran.yaml.MarkedYaml;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** The entry of watches.yaml for an API, as text: comments and order stay. */
public record WatchEntry(ProjectApi api) {
  private static final String FILE = "watches.yaml";
  private static final String WEBHOOKS = "webhooks";

  /**
   * Lines of the file; the last one of the entry is before end. Each of its fields is on a line of
   * its own.
   */
  private record Text(List<String> lines, Marked.Mapping entry, int end) {
    boolean has(String field) {
      return entry.entry(field).isPresent();
    }

    void add(Changes changes, Collection<String> added) {
      var indent = " ".repeat(entry.entries().getFirst().column() - 1);
      lines.addAll(end, added.stream().map(line -> indent + line).toList());
      write(changes);
    }

    void write(Changes changes) {
      changes.put(FILE, String.join("\n", lines) + "\n");
    }
  }

  public boolean isIn(Changes changes) {
    return find(changes).isPresent();
  }

  public void addWebhook(Changes changes, String name) {
    var text = text(changes, WEBHOOKS);
    var present = text.entry().entry(WEBHOOKS);
    if (present.isEmpty()) {
      text.add(changes, List.of(WEBHOOKS + ":", "- " + name));
    } else if (!names(present.get().value(), name)) {
      int line = present.get().line() - 1;
      var list = text.lines().get(line);
      int end = list.lastIndexOf(']');
      if (end > 0) {
        text.lines().set(line, list.substring(0, end) + ", " + name + list.substring(end));
      } else {
        text.lines()
            .add(line + 1, " ".repeat(Math.max(0, present.get().column() - 1)) + "- " + name);
      }
      text.write(changes);
    }
  }

  private static boolean names(Marked list, String name) {
    return list instanceof Marked.Sequence classes
        && classes.items().stream()
            .anyMatch(item -> item instanceof Marked.Scalar scalar && scalar.text().equals(name));
  }

  /**
   * Plans what the entry allows so that primaries take over releases that others made, and give
   * them back.
   *
   * @param secrets whether primaries name Secrets with values
   */
  public void allowTakeOver(Changes changes, boolean secrets) {
    if (secrets) {
      allow(
          changes,
          "allowValuesFromSecrets",
          "# Custom resources name Secrets with values in an annotation.");
    }
    allow(
        changes,
        "allowAdoption",
        "# Custom resources with the annotation catamaran.dev/adopt-release take over a release that exists, and",
        "# catamaran.dev/pause lets one give it back. When all are moved, remove allowAdoption.");
  }

  private void allow(Changes changes, String option, String... comment) {
    var text = text(changes, option);
    if (!text.has(option)) {
      var added = new ArrayList<>(List.of(comment));
      added.add(option + ": true");
      text.add(changes, added);
    }
  }

  private Text text(Changes changes, String option) {
    return find(changes)
        .orElseThrow(
            () ->
                new ManagerException(
                    "%s has no entry for %s of %s with each field on its own line; add `%s` to it by hand, and repeat the command"
                        .formatted(FILE, api.kind(), api.apiGroup(), option)));
  }

  private Optional<Text> find(Changes changes) {
    var text = changes.text(FILE).orElse("");
    try {
      for (var document : MarkedYaml.documents(text)) {
        if (document instanceof Marked.Sequence list) {
          for (int i = 0; i < list.items().size(); i++) {
            if (list.items().get(i) instanceof Marked.Mapping entry && isOfApi(entry)) {
              int next =
                  i + 1 < list.items().size()
                      ? list.items().get(i + 1).line() - 1
                      : Integer.MAX_VALUE;
              return Optional.of(text(text, entry, next));
            }
          }
        }
      }
      return Optional.empty();
    } catch (InvalidYamlException e) {
      return Optional.empty();
    }
  }

  private boolean isOfApi(Marked.Mapping entry) {
    return has(entry, "group", api.apiGroup())
        && has(entry, "version", api.version())
        && has(entry, "kind", api.kind())
        && entry.entries().stream().map(Marked.Entry::line).distinct().count()
            == entry.entries().size();
  }

  private static boolean has(Marked.Mapping entry, String field, String value) {
    return entry.entry(field).stream()
        .anyMatch(
            found -> found.value() instanceof Marked.Scalar scalar && scalar.text().equals(value));
  }

  /** Comments and blank lines behind the last field belong to what follows. */
  private static Text text(String text, Marked.Mapping entry, int next) {
    var lines = new ArrayList<>(text.lines().toList());
    int end = entry.line();
    for (int i = end; i < Math.min(next, lines.size()) && !lines.get(i).startsWith("#+"); i++) {
      if (!lines.get(i).isBlank() && !lines.get(i).strip().startsWith("#")) {
        end = i + 1;
      }
    }
    return new Text(lines, entry, end);
  }
}
