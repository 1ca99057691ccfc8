package dev.catamaran.testcluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * One run of a script of this project, from its start to its end. Its messages on standard error
 * are those of the tests.
 *
 * @param command the script and its arguments
 * @param status its exit status
 * @param output its standard output
 */
record Script(List<String> command, int status, String output) {

  /** Runs a script and reads its output. */
  static Script run(String... command) {
    return run(ProcessBuilder.Redirect.PIPE, command);
  }

  /** Runs a script; the output is empty, unless {@code output} is a pipe. */
  static Script run(ProcessBuilder.Redirect output, String... command) {
    try {
      var process =
          new ProcessBuilder(command)
              .redirectOutput(output)
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new Script(List.of(command), process.waitFor(), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /**
   * Its output.
   *
   * @throws IllegalStateException if it failed
   */
  String succeeded() {
    if (status != 0) {
      throw new IllegalStateException(String.join(" ", command) + " failed");
    }
    return output;
  }
}
