package dev.catamaran.ui;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.fields.FieldChange;
import dev.catamaran.preview.ObjectChange;
import dev.catamaran.preview.ReleasePreview;
import dev.catamaran.preview.RevisionChanges;
import dev.catamaran.run.TerminalText;
import java.util.ArrayList;
import java.util.List;

/**
 * Changes of a release: those between two revisions, or those of the next reconcile.
 *
 * @param problem why it would fail; empty if it succeeds
 * @param summary in a sentence
 */
public record ChangesPage(
    Frame frame, String title, String problem, String summary, List<Part> parts) {
  /** Longer values are cut: a page is to be read. In characters. */
  private static final int LONGEST = 2_000;

  /**
   * What changes in one place.
   *
   * @param title an object, or the chart
   * @param what happens to it
   */
  public record Part(String title, String what, List<FieldChange> fields) {}

  static ChangesPage between(Frame frame, RevisionChanges changes) {
    var parts = new ArrayList<Part>();
    parts.add(new Part("Chart", "changed", changes.chart()));
    parts.removeIf(part -> part.fields().isEmpty());
    changes.objects().forEach(each -> parts.add(part("", each)));
    changes.hooks().forEach(each -> parts.add(part("Hook ", each)));
    return new ChangesPage(
        frame,
        "From revision %d to revision %d".formatted(changes.before(), changes.after()),
        "",
        changes.isChange()
            ? "%d objects change, %d stay the same"
                .formatted(changes.objects().size(), changes.unchanged())
            : "Nothing differs between these revisions",
        parts);
  }

  static ChangesPage next(Frame frame, ReleasePreview preview) {
    var parts = new ArrayList<Part>();
    preview.objects().forEach(each -> parts.add(part("", each)));
    for (var hook : preview.hooks()) {
      parts.add(new Part("Hook " + TerminalText.oneLine(hook.toString()), "runs", List.of()));
    }
    return new ChangesPage(
        frame,
        "What the next reconcile would do",
        TerminalText.oneLine(preview.problem()),
        summary(preview),
        parts);
  }

  private static String summary(ReleasePreview preview) {
    if (!preview.isChange()) {
      return preview.note().isEmpty()
          ? "It would change nothing"
          : TerminalText.oneLine("It would change nothing: " + preview.note());
    }
    return "Action: %s. %d objects change, %d stay the same"
        .formatted(preview.action(), preview.objects().size(), preview.unchanged());
  }

  private static Part part(String prefix, ObjectChange object) {
    return new Part(
        TerminalText.oneLine(
            prefix
                + object.kind()
                + "/"
                + object.name()
                + (object.namespace().isEmpty() ? "" : " in " + object.namespace())),
        object.action().word() + (object.drift() ? ", drift" : ""),
        object.fields());
  }

  public static String text(JsonNode value) {
    if (value.isNull()) {
      return "(none)";
    }
    var text = TerminalText.oneLine(value.toString());
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
  }
}
