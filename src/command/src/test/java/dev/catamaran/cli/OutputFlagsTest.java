package dev.catamaran.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.catamaran.api.ManagerException;
import java.io.IOException;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.PrintWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class OutputFlagsTest {

  @Command
  private static final class Printing {
    @Mixin private final OutputFlags output = new OutputFlags();
  }

  @Test
  void reportsThatNobodyReads() throws IOException {
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
