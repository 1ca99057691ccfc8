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
    List<Marked> documents;
    try {
      documents = MarkedYaml.documents(TextFile.read(file));
    } catch (IOException e) {
      throw invalid(unreadable(file, e));
    } catch (InvalidYamlException e) {
      throw invalid(problem(file, e.line(), e.problem(), "look at column " + e.column()));
    }
    if (documents.size() > 1) {
      throw invalid(
          problem(
              file,
              documents.get(1).line(),
              "a second YAML document",
              "put all entries into one list"));
    }
    return list(file, documents);
  }

  private static Marked.Sequence list(Path file, List<Marked> documents)
      throws InvalidWatchesException {
    if (documents.isEmpty()) {
      throw invalid(problem(file, 1, "no watches defined", EXAMPLE));
    }
    if (!(documents.getFirst() instanceof Marked.Sequence list)) {
      throw invalid(
          problem(file, documents.getFirst().line(), "expected a list", "begin each entry with -"));
    }
    if (list.items().isEmpty()) {
      throw invalid(problem(file, list.line(), "no watches defined", EXAMPLE));
    }
    return list;
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

  private static InvalidWatchesException invalid(Problem problem) {
    return new InvalidWatchesException(problem.file(), List.of(problem));
  }
}
