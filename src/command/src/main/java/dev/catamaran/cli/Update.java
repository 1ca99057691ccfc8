package dev.catamaran.cli;

import picocli.CommandLine.Command;

/** {@code catamaran update}: brings parts of a project up to date. */
@Command(
    name = "update",
    description = "Update the charts of a project.",
    mixinStandardHelpOptions = true,
    subcommands = UpdateChart.class)
final class Update {}
