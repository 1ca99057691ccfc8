package dev.catamaran.testcluster;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * The present commit. Tests that make random choices differ between commits, and are the same for
 * one.
 */
public final class Commit {
  private static final int HEX_DIGITS = 8;

  private Commit() {}

  /** A number that follows from the commit; 1 without git. */
  public static long seed() {
    try {
      var git =
          new ProcessBuilder("git", "rev-parse", "HEAD")
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      var commit = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return git.waitFor() == 0 ? Long.parseLong(commit.substring(0, HEX_DIGITS), 16) : 1;
    } catch (IOException e) {
      return 1;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
