package dev.catamaran.status;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatusWriterTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "{\"status\":{\"name\":\"a\",\"observedGeneration\":3}} | true",
        "{\"status\":{\"observedGeneration\":3,\"name\":\"a\"}} | true",
        "{\"status\":{\"observedGeneration\":4,\"name\":\"a\"}} | false",
        "{\"status\":{\"observedGeneration\":3.0,\"name\":\"a\"}} | false",
        "{\"status\":{\"observedGeneration\":\"3\",\"name\":\"a\"}} | false",
        "{\"status\":{\"observedGeneration\":3}} | false",
        "{\"status\":{\"observedGeneration\":3,\"name\":\"a\",\"more\":1}} | false",
        "{\"status\":null} | false",
        "{} | false",
      })
  void knowsAStatusThatIsWrittenAlready(String primary, boolean written) throws IOException {
    var desired = JsonNodeFactory.instance.objectNode();
    desired.put("observedGeneration", 3L).put("name", "a");
    assertEquals(
        written,
        StatusWriter.isWritten(new JsonMapper().readTree(primary).path("status"), desired));
  }
}
