package dev.catamaran.samples.reversewords;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The files beside the code, in {@code samples/reverse-words}. */
class SampleFilesTest {
  private static final Path FOLDER = Path.of(".");

  @Test
  void tenWorkersReconcileAsInTheOriginal() throws IOException {
    var watch = read("watches.yaml", JsonNode.class).get(0);
    assertEquals(10, watch.get("maxConcurrentReconciles").intValue());
    assertEquals(ReverseWordsAppReconciler.class.getName(), watch.get("reconciler").textValue());
  }

  @Test
  void theExampleIsValid() throws IOException {
    var app = read("cr/words.yaml", ReverseWordsApp.class);
    assertTrue(Objections.to(app).isEmpty());
    assertEquals(2, app.wishes().size().orElseThrow());
  }

  private static <T> T read(String file, Class<T> type) throws IOException {
    return Serialization.unmarshal(Files.readString(FOLDER.resolve(file)), type);
  }
}
