package dev.catamaran.cli;

import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flag that chooses a stored revision. */
final class RevisionFlag {
  @Option(
      names = "--revision",
      paramLabel = "NUMBER",
      description = "The revision (default: the deployed one).")
  private @Nullable Integer revision;

  /** Returns the number; empty for the deployed revision. */
  OptionalInt number() {
    return revision == null ? OptionalInt.empty() : OptionalInt.of(revision);
  }
}
