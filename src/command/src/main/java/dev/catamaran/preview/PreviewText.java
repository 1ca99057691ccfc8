package dev.catamaran.preview;

import dev.catamaran.inspect.Ink;
import dev.catamaran.inspect.Ink.Paint;
import dev.catamaran.inspect.TerminalText;
import dev.catamaran.inspect.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A preview for people. Pure. */
record PreviewText(ReleasePreview preview, Paint paint) {

  List<String> lines() {
    if (!preview.isChange()) {
      return List.of(noChange());
    }
    var lines = new ArrayList<>(new Tree(title(), children()).lines());
    if (preview.isFailure()) {
      lines.add(Ink.BAD.on(TerminalText.oneLine("fails: " + preview.problem()), paint));
    }
    lines.add(summary());
    if (!preview.note().isEmpty()) {
      lines.add(TerminalText.oneLine(preview.note()));
    }
    return lines;
  }

  private String noChange() {
    if (!preview.note().isEmpty()) {
      return TerminalText.oneLine("no change: " + preview.note());
    }
    return preview.action().equals(ReleasePreview.NO_ACTION)
        ? "no change"
        : "no change of objects, only the %s itself".formatted(preview.action());
  }

  private String title() {
    return TerminalText.oneLine(
        "%s%s: %s of release %s"
            .formatted(
                preview.primary(),
                preview.namespace().isEmpty() ? "" : " in namespace " + preview.namespace(),
                preview.action(),
                preview.release()));
  }

  private List<Tree> children() {
    var children = new ArrayList<>(ChangeTrees.of(preview.objects(), preview.namespace(), paint));
    if (!preview.hooks().isEmpty()) {
      children.add(Tree.of("hooks", hooks().toList()));
    }
    return children;
  }

  private String summary() {
    var counts =
        "%s; %d unchanged".formatted(ChangeTrees.counts(preview.objects()), preview.unchanged());
    return preview.hooks().isEmpty()
        ? counts
        : counts + hooks().collect(Collectors.joining(", ", "; hooks: ", ""));
  }

  private Stream<String> hooks() {
    return preview.hooks().stream().map(hook -> TerminalText.oneLine(hook.toString()));
  }
}
