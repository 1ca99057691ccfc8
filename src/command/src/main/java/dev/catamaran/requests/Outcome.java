package dev.catamaran.requests;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.catamaran.run.TerminalText;
import java.util.Comparator;
import java.util.List;

/** What became of one of several custom resources. */
public sealed interface Outcome permits Requested, Waiting, Outcome.Failure {
  /** Returns it in words, the first line with its name. */
  List<String> lines();

  @JsonIgnore
  int exitCode();

  /** Returns the exit code of all: that of a failure, else the highest. */
  static int exitCode(List<Outcome> outcomes) {
    return outcomes.stream()
        .map(Outcome::exitCode)
        .max(Comparator.<Integer, Boolean>comparing(code -> code == 1).thenComparing(code -> code))
        .orElse(0);
  }

  /** It could not be asked. */
  record Failure(String object, String problem) implements Outcome {
    @Override
    public List<String> lines() {
      return List.of(TerminalText.oneLine(object + ": " + problem));
    }

    @Override
    public int exitCode() {
      return 1;
    }
  }
}
