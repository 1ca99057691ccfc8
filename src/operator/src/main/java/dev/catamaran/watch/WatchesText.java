package dev.catamaran.watch;

import dev.catamaran.yaml.InvalidYamlException;
import dev.catamaran.yaml.Marked;
import dev.catamaran.yaml.MarkedYaml;
import dev.catamaran.yaml.TextFile;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/** Reads the list from a watches file, or reports the problem that makes the file unreadable. */
final class WatchesText {

  private static final String EXAMPLE = "add an entry with group, version, kind and chart";

  private WatchesText() {}

  static Marked.Sequence read(Path file) throws InvalidWatchesException {
    try {
      var documents = MarkedYaml.documents(TextFile.read(file));
      int line = documents.isEmpty() ? 1 : documents.getLast().line();
      if (documents.size() > 1) {
        throw invalid(file, line, "a second YAML document", "put all entries into one list");
      }
      if (!documents.isEmpty() && !(documents.getFirst() instanceof Marked.Sequence)) {
        throw invalid(file, line, "expected a list", "begin each entry with -");
      }
      if (documents.isEmpty() || ((Marked.Sequence) documents.getFirst()).items().isEmpty()) {
        throw invalid(file, line, "no watches defined", EXAMPLE);
      }
      return (Marked.Sequence) documents.getFirst();
    } catch (IOException e) {
      throw new InvalidWatchesException(file, List.of(unreadable(file, e)));
    } catch (InvalidYamlException e) {
      throw invalid(file, e.line(), e.problem(), "look at column " + e.column());
    }
  }

  static Problem unreadable(Path file, IOException e) {
    var absolute = file.toAbsolutePath().normalize();
    return switch (e) {
      case NoSuchFileException gone -> problem(absolute, 0, "not found", "set --watches-file");
      case AccessDeniedException denied ->
          problem(absolute, 0, "permission denied", "let the operator's user read it");
      case CharacterCodingException coding -> problem(absolute, 0, "not UTF-8", "save it as UTF-8");
      case FileSystemException other when other.getReason() != null ->
          problem(absolute, 0, other.getReason(), "set --watches-file");
      default -> problem(absolute, 0, String.valueOf(e.getMessage()), "set --watches-file");
    };
  }

  private static Problem problem(Path file, int line, String problem, String hint) {
    return new Problem(file, line, "", "", problem, hint);
  }

  private static InvalidWatchesException invalid(Path file, int line, String problem, String hint) {
    return new InvalidWatchesException(file, List.of(problem(file, line, problem, hint)));
  }
}
