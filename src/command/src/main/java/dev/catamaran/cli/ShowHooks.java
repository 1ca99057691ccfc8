package dev.catamaran.cli;

import dev.catamaran.inspect.RenderedText.Part;
import picocli.CommandLine.Command;

/** {@code catamaran hooks}: the hooks of a revision. */
@Command(
    name = "hooks",
    description =
        "Print the hooks of a stored revision as YAML, like helm get hooks. Secret values are left out.",
    footer = {
      "",
      "Example:",
      "  catamaran hooks memcached/memcached-sample",
    },
    mixinStandardHelpOptions = true,
    sortOptions = false)
final class ShowHooks extends ShowRendered {
  ShowHooks() {
    super(Part.HOOKS);
  }
}
