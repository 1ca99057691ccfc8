package dev.catamaran.cli;

import dev.catamaran.inspect.RenderedText.Part;
import picocli.CommandLine.Command;

/** {@code catamaran notes}: the notes of a revision. */
@Command(
    name = "notes",
    description =
        "Print the notes of a stored revision, like helm get notes. Secret values are asterisks.",
    footer = {
      "",
      "Example:",
      "  catamaran notes memcached/memcached-sample",
    },
    mixinStandardHelpOptions = true,
    sortOptions = false)
final class ShowNotes extends ShowRendered {
  ShowNotes() {
    super(Part.NOTES);
  }
}
