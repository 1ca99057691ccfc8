package dev.catamaran.reports;

import dev.catamaran.fields.Credentials;
import dev.catamaran.inspect.Scope;
import dev.catamaran.inspect.Target;
import dev.catamaran.release.SecretTexts;
import dev.catamaran.terminal.TerminalText;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a bug report needs, as one text that a person reads before publishing it. Pure. */
public record BugReport(List<Section> sections) {
  /**
   * A part of a report.
   *
   * @param text its lines; why there are none if it is missing
   */
  record Section(String title, String text, boolean isMissing) {
    static Section of(String title, String text) {
      return new Section(title, text, false);
    }

    static Section missing(String title, String why) {
      return new Section(title, why, true);
    }

    Section hiding(Collection<SecretTexts> secrets) {
      var shown = Credentials.hide(TerminalText.lines(text));
      for (var texts : secrets) {
        shown = texts.hide(shown);
      }
      return new Section(title, shown, isMissing);
    }

    /** Indented text has no marks of Markdown. */
    private String markdown() {
      return "## %s\n\n%s"
          .formatted(title, isMissing ? "Not in this report: " + text + "\n" : text.indent(4));
    }
  }

  /**
   * What a person wants in a report.
   *
   * @param command the version of this command
   * @param targets the primaries; none for those that are not ready
   * @param watches the file, which need not exist
   * @param operatorNamespace empty for all namespaces
   * @param logLines how many lines of each log, the newest
   */
  public record Request(
      String command,
      List<Target> targets,
      Path watches,
      Optional<String> operatorNamespace,
      int logLines) {}

  /** Collects a report. */
  public static BugReport of(Scope scope, Request request, Clock clock) {
    return new BugReports(scope, request, clock).collect();
  }

  /** Returns the report in Markdown, which issues show. */
  public String text() {
    return """
        # Report of Catamaran

        Read this text before you publish it. Values of specs and Secrets, and known secret texts, are asterisks.
        Names, messages and log lines of your cluster are as they are.

        """
        + sections.stream().map(Section::markdown).collect(Collectors.joining("\n"));
  }

  /** Returns a line for each part that could not be read. */
  public List<String> missing() {
    return sections.stream()
        .filter(Section::isMissing)
        .map(section -> TerminalText.oneLine(section.title() + ": " + section.text()))
        .toList();
  }
}
