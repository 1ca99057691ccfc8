package dev.catamaran.requests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.requests.Requested.Answer;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class OutcomeTest {
  private static int exitCode(Outcome... outcomes) {
    return Outcome.exitCode(List.of(outcomes));
  }

  private static Outcome answered(Answer answer) {
    return new Requested("web/one", "shop", "", answer, "is", "");
  }

  @Test
  void hasTheWorstExitCode() {
    var failure = new Outcome.Failure("web/two", "there is\nnone");
    assertEquals(List.of("web/two: there is none"), failure.lines());
    assertEquals(0, exitCode(answered(Answer.ACCEPTED), answered(Answer.PENDING)));
    assertEquals(3, exitCode(answered(Answer.REFUSED), answered(Answer.ACCEPTED)));
    Stream.of(answered(Answer.FAILED), failure)
        .forEach(worst -> assertEquals(1, exitCode(answered(Answer.NONE), worst)));
  }
}
