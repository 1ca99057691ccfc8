package dev.catamaran.cli;

import picocli.CommandLine.Option;

/** The option --help of commands that have a --version of another meaning than picocli's. */
final class HelpFlag {

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help message and exit.")
  boolean help;
}
