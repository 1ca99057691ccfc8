package dev.catamaran.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GenerateManTest {
  private final Path folder;
  private final StringWriter out = new StringWriter();

  GenerateManTest(@TempDir Path folder) {
    this.folder = folder;
  }

  private int generate(String... more) {
    var writer = new PrintWriter(out, true);
    var arguments = new ArrayList<>(List.of("generate", "man", "--output=" + folder));
    arguments.addAll(List.of(more));
    return Main.execute(writer, writer, arguments.toArray(String[]::new));
  }

  @Test
  void writesAPageForEachCommand() throws IOException {
    assertEquals(0, generate(), out::toString);
    var expected = new TreeSet<String>();
    expected.add("catamaran.1");
    HelpTest.commands()
        .forEach(name -> expected.add("catamaran-%s.1".formatted(name.replace(' ', '-'))));
    var files = GoldenTree.files(folder);
    assertEquals(expected, files.keySet());
    for (var page : files.values()) {
      for (var section : new String[] {"NAME", "SYNOPSIS", "DESCRIPTION"}) {
        assertTrue(page.contains("\n.SH " + section + "\n"), page);
      }
    }
    assertEquals(
        "%d of %d pages are written to %s\n".formatted(expected.size(), expected.size(), folder),
        out.toString());
  }

  @Test
  void hasTheTextsOfHelp() throws IOException {
    generate();
    assertEquals(
        """
        .TH CATAMARAN\\-COMPLETION 1 "" "catamaran development"
        .SH NAME
        catamaran\\-completion \\- Print the completion script of a shell: bash, zsh or fish
        .SH SYNOPSIS
        catamaran completion [\\-hV] SHELL
        .SH DESCRIPTION
        Print the completion script of a shell: bash, zsh or fish. It completes commands and options, and asks the cluster for kinds, primaries and namespaces.
        .SH ARGUMENTS
        .TP
        \\fBSHELL\\fR
        bash, zsh or fish.
        .SH OPTIONS
        .TP
        \\fB\\-h, \\-\\-help\\fR
        Show this help message and exit.
        .TP
        \\fB\\-V, \\-\\-version\\fR
        Print version information and exit.
        .SH EXAMPLES
        .nf
        source <(catamaran completion bash)
        catamaran completion fish | source
        .fi
        """,
        Files.readString(folder.resolve("catamaran-completion.1")));
  }

  @Test
  void replacesNoOtherFile() throws IOException {
    generate();
    var page = folder.resolve("catamaran-run.1");
    var generated = Files.readString(page);
    Files.writeString(page, "mine");
    assertEquals(1, generate());
    assertTrue(out.toString().contains("\n  catamaran-run.1\n"), out::toString);
    assertEquals(0, generate("--force"));
    assertEquals(generated, Files.readString(page));
  }
}
