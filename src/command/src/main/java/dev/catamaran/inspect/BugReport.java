package dev.catamaran.inspect;

import dev.catamaran.fields.Credentials;
import dev.catamaran.release.SecretTexts;
import java.util.Collection;
import java.util.List;
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

  /** Returns this report without those texts. */
  BugReport hiding(Collection<SecretTexts> secrets) {
    return new BugReport(sections.stream().map(section -> section.hiding(secrets)).toList());
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
