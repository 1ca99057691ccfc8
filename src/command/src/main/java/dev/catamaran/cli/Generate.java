package dev.catamaran.cli;

import picocli.CommandLine.Command;

/** {@code catamaran generate}: the forms in which an operator is distributed. */
@Command(
    name = "generate",
    description =
        "Generate a form in which others install the operator of a project, or the account of a tenant.",
    mixinStandardHelpOptions = true,
    subcommands = {GenerateChart.class, GenerateTenant.class})
final class Generate {}
