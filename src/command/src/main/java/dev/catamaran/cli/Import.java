package dev.catamaran.cli;

import picocli.CommandLine.Command;

/** {@code catamaran import}: takes releases of other tools into a project. */
@Command(
    name = "import",
    description = "Take releases that other tools made into a project.",
    mixinStandardHelpOptions = true,
    subcommands = {ImportHelm.class, ImportFlux.class, ImportArgocd.class})
final class Import {}
