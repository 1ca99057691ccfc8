package dev.catamaran.cli;

import dev.catamaran.inspect.RenderedText.Part;
import picocli.CommandLine.Command;

/** {@code catamaran manifest}: the objects of a revision. */
@Command(
    name = "manifest",
    description =
        "Print the manifest of a stored revision as YAML, like helm get manifest. Secret values are left out.",
    footer = {
      "",
      "Example:",
      "  catamaran manifest memcached/memcached-sample --revision 1 | kubectl diff -f -",
    },
    mixinStandardHelpOptions = true,
    sortOptions = false)
final class ShowManifest extends ShowRendered {
  ShowManifest() {
    super(Part.MANIFEST);
  }
}
