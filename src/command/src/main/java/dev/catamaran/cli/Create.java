package dev.catamaran.cli;

import picocli.CommandLine.Command;

/** {@code catamaran create}: adds to a project. */
@Command(
    name = "create",
    description = "Add a kind, or webhooks of a kind, to a project.",
    mixinStandardHelpOptions = true,
    subcommands = {CreateApi.class, CreateWebhook.class})
final class Create {}
