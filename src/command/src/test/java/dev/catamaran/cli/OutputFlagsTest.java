package dev.catamaran.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.catamaran.api.ManagerException;
import java.io.IOException;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.PrintWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class OutputFlagsTest {

  @Command
  private static final class Printing implements Runnable {
    @Mixin private final OutputFlags output = new OutputFlags();

    @Override
    public void run() {
      while (true) {
        output.print("x".repeat(1000));
      }
    }
  }

  /** A program that prints without an end. */
  public static void main(String[] arguments) {
    System.exit(Main.forPeople(new CommandLine(new Printing())).execute());
  }

  /** As {@code catamaran status | head}. */
  @Test
  void endsSilentlyWithItsReader() throws IOException, InterruptedException {
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var process =
        new ProcessBuilder(
                java, "-cp", System.getProperty("java.class.path"), OutputFlagsTest.class.getName())
            .start();
    assertEquals('x', process.getInputStream().read());
    process.getInputStream().close();
    assertEquals("", new String(process.getErrorStream().readAllBytes(), UTF_8));
    assertEquals(141, process.waitFor());
  }

  @Test
  void reportsThatItCannotWrite() throws IOException {
    var printing = new Printing();
    var reader = new PipedReader();
    try (var writer = new PrintWriter(new PipedWriter(reader))) {
      new CommandLine(printing).setOut(writer).parseArgs();
      printing.output.print("one");
      reader.close();
      assertEquals(
          "the output cannot be written: its reader has ended, or its disk is full",
          assertThrows(ManagerException.class, () -> printing.output.print("two")).getMessage());
    }
  }
}
