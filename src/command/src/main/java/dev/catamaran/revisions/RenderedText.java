package dev.catamaran.revisions;

import dev.catamaran.api.ManagerException;
import dev.catamaran.helm.StoredRelease;
import dev.catamaran.helm.StoredRelease.Hook;
import dev.catamaran.inspect.Scope;
import dev.catamaran.inspect.Target;
import dev.catamaran.manifest.UnreadableManifestException;
import dev.catamaran.release.SecretTexts;
import dev.catamaran.run.TerminalText;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/**
 * What Helm rendered for a stored revision, without secret values.
 *
 * @param revision its number
 * @param text without a line break at the end; empty if the chart has no such part
 * @param isMasked whether a secret value is left out or replaced
 */
public record RenderedText(int revision, String text, boolean isMasked) {
  public enum Part {
    /** The objects of the release, as YAML documents. */
    MANIFEST,
    /** The objects of its hooks, also of tests, as YAML documents. */
    HOOKS,
    /** The text of NOTES.txt. */
    NOTES
  }

  /**
   * Reads a part of a primary's release.
   *
   * @param number of the revision; empty for the deployed one
   * @throws ManagerException if there is no such revision, or it is not YAML
   */
  public static RenderedText of(Scope scope, Target target, OptionalInt number, Part part) {
    var found = scope.release(target);
    int revision = found.number(number);
    var stored = found.stored().whole(revision).orElseThrow(found::missing);
    var secrets = found.secrets();
    return switch (part) {
      case MANIFEST -> yaml(revision, stored.manifest(), secrets);
      case HOOKS -> yaml(revision, hooks(stored), secrets);
      case NOTES -> {
        var notes = TerminalText.lines(stored.notes()).strip();
        var shown = secrets.hide(notes);
        yield new RenderedText(revision, shown, !shown.equals(notes));
      }
    };
  }

  private static RenderedText yaml(int revision, String text, SecretTexts secrets) {
    try {
      var masked = MaskedManifest.of(text, secrets);
      return new RenderedText(revision, masked.text(), masked.isMasked());
    } catch (UnreadableManifestException e) {
      throw new ManagerException(
          "revision %d is not shown, because it is not valid YAML, so that its Secrets cannot be found: %s"
              .formatted(revision, e.problem()));
    }
  }

  /** Helm stores the source of a hook apart from its text. */
  private static String hooks(StoredRelease stored) {
    return stored.hooks().stream().map(RenderedText::document).collect(Collectors.joining());
  }

  private static String document(Hook hook) {
    return "---\n# Source: %s\n%s\n"
        .formatted(TerminalText.oneLine(hook.template()), hook.manifest().strip());
  }
}
