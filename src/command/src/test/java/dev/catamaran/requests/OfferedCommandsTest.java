package dev.catamaran.requests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.catamaran.inspect.PrimaryKind;
import dev.catamaran.inspect.PrimaryObject;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A page offers no command that is refused. */
class OfferedCommandsTest {
  private static final PrimaryKind WIDGET =
      new PrimaryKind(
          "test.dev/v1", "Widget", "widgets", List.of("widget"), true, false, Optional.empty());

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {}                                                            | DEPLOYED 2 | pause reconcile rollback --revision 1
          {}                                                            | DEPLOYED 1 | pause reconcile
          {}                                                            | FAILED 2   | pause retry reconcile rollback --revision 1
          {annotations: {catamaran.dev/rollback-to: "1"}}               | DEPLOYED 2 | pause rollback --revision 1 rollback --undo
          {annotations: {catamaran.dev/pause: "true"}}                  | DEPLOYED 2 | resume
          {deletionTimestamp: "2026-01-01T00:00:00Z", FINALIZER}        | DEPLOYED 2 | pause
          {deletionTimestamp: "2026-01-01T00:00:00Z", FINALIZER}        | FAILED 2   | pause retry
          {deletionTimestamp: "2026-01-01T00:00:00Z", finalizers: [me]} | DEPLOYED 2 | ``
          """)
  void offersWhatTheStateAllows(String metadata, String status, String commands) throws Exception {
    var primary = new PrimaryObject(WIDGET, yaml(metadata, status));
    var offered =
        Requests.commands(primary, Optional.of(1).filter(one -> status.endsWith("2"))).stream()
            .map(line -> line.replaceAll("^catamaran | widget\\.test\\.dev/one", ""))
            .collect(Collectors.joining(" "));
    assertEquals(commands, offered);
  }

  private static JsonNode yaml(String metadata, String status) throws JsonProcessingException {
    return new YAMLMapper()
        .readTree(
            """
            metadata: %s
            status: {observedGeneration: 1, deployedRelease: {name: one, revision: %s, chart: web}, conditions: [{type: ReleaseFailed, status: "%s"}]}
            """
                .formatted(
                    metadata
                        .replace("FINALIZER", "finalizers: [catamaran.dev/uninstall-release]")
                        .replaceFirst("[{]", "{name: one, generation: 1, "),
                    status.replaceAll(".* ", ""),
                    status.startsWith("FAILED") ? "True" : "False"));
  }
}
