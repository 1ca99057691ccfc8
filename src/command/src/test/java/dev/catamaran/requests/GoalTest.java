package dev.catamaran.requests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.catamaran.inspect.PrimaryKind;
import dev.catamaran.inspect.PrimaryObject;
import dev.catamaran.requests.Waiting.Goal;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GoalTest {
  private static final PrimaryKind WIDGET =
      new PrimaryKind(
          "test.dev/v1", "Widget", "widgets", List.of("widget"), true, false, Optional.empty());

  /** The operator takes a blank annotation for none. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"'' | true", "'  ' | true", "' one ' | true", "two | false"})
  void waitsForTheAnswerToARequest(String annotation, boolean isReached)
      throws JsonProcessingException {
    var primary =
        """
        metadata:
          name: one
          generation: 1
          annotations: {catamaran.dev/reconcile-at: "%s"}
        status:
          observedGeneration: 1
          conditions: [{type: Ready, status: "True"}]
          deployedRelease: {name: one, revision: 1, chart: web, version: 0.1.0}
          lastHandledReconcileAt: one
        """
            .formatted(annotation);

    assertEquals(
        isReached,
        Goal.READY.isReached(
            Optional.of(new PrimaryObject(WIDGET, new YAMLMapper().readTree(primary)))));
  }

  /** What is on trial may still fail. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void isNotReconciledWhileOnTrial(boolean isOnTrial) throws JsonProcessingException {
    var primary =
        """
        metadata: {name: one, generation: 1}
        status:
          observedGeneration: 1
          conditions: [{type: Ready, status: "False"}]
          deployedRelease: {name: one, revision: 1, chart: web, version: 0.1.0, onTrial: %s}
        """
            .formatted(isOnTrial);

    assertEquals(
        !isOnTrial,
        Goal.RECONCILED.isReached(
            Optional.of(new PrimaryObject(WIDGET, new YAMLMapper().readTree(primary)))));
  }
}
