package dev.catamaran.ui;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.catamaran.inspect.HistoryRow;
import dev.catamaran.inspect.PrimaryObject;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ActionsTest {
  private static final ReleaseLink LINK = new ReleaseLink("widget.test.dev", "shop", "one");
  private static final String FINALIZER = "catamaran.dev/uninstall-release";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {}                                                            | Pause, Reconcile now               | 1
          {"catamaran.dev/pause": "true"}                               | Resume                             |
          {"catamaran.dev/pause": "false"}                              | Pause, Reconcile now               | 1
          {"catamaran.dev/rollback-to": "1"}                            | Pause, End the rollback            | 1
          {"catamaran.dev/rollback-to": "no number"}                    | Pause, Reconcile now, End the rollback | 1
          {"catamaran.dev/pause": "t", "catamaran.dev/rollback-to": "1"} | Resume, End the rollback          |
          """)
  void offersWhatACommandWouldNotRefuse(
      String annotations, String actions, @Nullable String rollbacks)
      throws JsonProcessingException {
    var offers =
        Actions.of(
            LINK, primary(annotations, 1), List.of(row(1, "superseded"), row(2, "deployed")));

    assertEquals(
        actions, String.join(", ", offers.links().stream().map(Frame.Link::text).toList()));
    assertEquals(
        rollbacks == null
            ? Map.of()
            : Map.of(1, "/release/widget.test.dev/shop/one/do/rollback?revision=1"),
        offers.rollbacks());
  }

  @Test
  void offersNothingForAKindWithoutAChart() throws JsonProcessingException {
    var typed =
        new PrimaryObject(
            TestPages.WIDGET, new JsonMapper().readTree("{\"metadata\": {\"name\": \"one\"}}"));
    assertEquals(Actions.Offers.NONE, Actions.of(LINK, typed, List.of(row(1, "superseded"))));
  }

  /** A confirmation holds after a report of the operator, and not after a new spec or request. */
  @Test
  void knowsWhetherAPersonHasSeenTheState() throws JsonProcessingException {
    var seen = primary("{}", 1).state();

    assertEquals(seen, primary("{\"other.example/note\": \"x\"}", 1).state());
    assertNotEquals(seen, primary("{}", 2).state());
    assertNotEquals(seen, primary("{\"catamaran.dev/pause\": \"true\"}", 1).state());
    assertNotEquals(seen, primary("{\"catamaran.dev/reconcile-at\": \"now\"}", 1).state());
  }

  private static PrimaryObject primary(String annotations, int generation)
      throws JsonProcessingException {
    return new PrimaryObject(
        TestPages.WIDGET,
        new JsonMapper()
            .readTree(
                """
                {"metadata": {"name": "one", "uid": "u", "resourceVersion": "7", "generation": %d,
                  "finalizers": ["%s"], "annotations": %s}}
                """
                    .formatted(generation, FINALIZER, annotations)));
  }

  private static HistoryRow row(int number, String status) {
    return new HistoryRow(number, "", status, "", "", "");
  }
}
