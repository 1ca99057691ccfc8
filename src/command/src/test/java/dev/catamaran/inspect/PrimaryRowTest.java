package dev.catamaran.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.catamaran.inspect.PrimaryRow.PrimaryList;
import dev.catamaran.terminal.Ink.Paint;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrimaryRowTest {
  private static final Clock CLOCK =
      Clock.fixed(Instant.parse("2026-01-01T00:05:00Z"), ZoneOffset.UTC);
  private static final PrimaryKind WIDGET =
      new PrimaryKind(
          "test.dev/v1",
          "Widget",
          "widgets",
          List.of("widget", "widgets", "wd"),
          true,
          false,
          Optional.empty());

  /** Form of the output, status and row. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          TEXT | {conditions: [{type: ReleaseFailed, status: "True", reason: UpgradeError, message: invalid}, {type: Ready, status: "False", reason: Progressing}], DEPLOYED} | shop widget.test.dev/one False Failed: UpgradeError 2 web-0.1.0 5m
          WIDE | {conditions: [{type: Deployed, status: "True", reason: InstallSuccessful}, {type: Ready, status: "True", reason: AllReady, message: all is ready}], DEPLOYED} | shop widget.test.dev/one True Deployed 2 web-0.1.0 5m 9 web all is ready
          TEXT | {conditions: [{type: Ready, status: "False", reason: TooMany, message: x}]} | shop widget.test.dev/one False TooMany 5m
          TEXT | {observedGeneration: 1, conditions: [{type: Ready, status: "True", reason: AllReady, message: all is ready}], DEPLOYED} | shop widget.test.dev/one Unknown Unseen 2 web-0.1.0 5m
          WIDE | {observedGeneration: 1, conditions: [{type: Ready, status: "True", reason: AllReady}], DEPLOYED} | shop widget.test.dev/one Unknown Unseen 2 web-0.1.0 5m 9 web the operator has not seen its newest spec, generation 2; this is of generation 1
          WIDE | {conditions: [{type: Drifted, status: "True", reason: DriftFound, message: drift}, {type: Deployed, status: "True"}, {type: Ready, status: "False", reason: Progressing, message: it is missing}], DEPLOYED} | shop widget.test.dev/one False Drifted 2 web-0.1.0 5m 9 web it is missing
          TEXT | {} | shop widget.test.dev/one - 5m
          WIDE | {observedGeneration: 1, conditions: [{type: Ready, status: "True", reason: PodsReady}]} | shop widget.test.dev/one Unknown Unseen 5m the operator has not seen its newest spec, generation 2; this is of generation 1
          GONE | {observedGeneration: 1, conditions: [{type: Ready, status: "True", reason: AllReady}], DEPLOYED} | shop widget.test.dev/one Unknown Terminating 2 web-0.1.0 5m
          GONE | {observedGeneration: 2, conditions: [{type: ReleaseFailed, status: "True", reason: UninstallError, message: no}, {type: Ready, status: "False"}], DEPLOYED} | shop widget.test.dev/one False Failed: UninstallError 2 web-0.1.0 5m
          """)
  void showsTheReleaseAndWhyItFails(String form, String status, String row) {
    var deletion = form.equals("GONE") ? ", deletionTimestamp: \"2026-01-01T00:00:01Z\"" : "";
    var list = new PrimaryList(List.of(PrimaryRow.of(primary(deletion, status))));
    var lines = list.table(form.equals("WIDE"), CLOCK).lines(Paint.NONE);
    assertEquals(row, lines.getLast().replaceAll(" +", " "));
  }

  private static PrimaryObject primary(String deletion, String status) {
    var yaml =
        """
        metadata: {name: one, namespace: shop, generation: 2, creationTimestamp: "2026-01-01T00:00:00Z"%s}
        status: %s
        """
            .formatted(
                deletion,
                status.replace(
                    "DEPLOYED",
                    "deployedRelease: {name: web, revision: 2, chart: web, version: 0.1.0, appVersion: '9'}"));
    try {
      return new PrimaryObject(WIDGET, new YAMLMapper().readTree(yaml));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
