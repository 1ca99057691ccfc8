package dev.catamaran.helm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.release.Ending;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EndedObjectsTest {
  @ParameterizedTest
  @ValueSource(strings = {"", "{", "null", "7"})
  void ofAnotherClientAreNone(String text) {
    assertEquals(Map.of(), EndedObjects.read(secret(Map.of("catamaran.dev/ended", text))));
  }

  @Test
  void haveALimit() {
    var many = new HashMap<ObjectKey, Ending>();
    for (int i = 0; i < 1000; i++) {
      many.put(new ObjectKey("batch/v1", "Job", "shop", "job-" + i), new Ending("x".repeat(5000)));
    }

    var written = EndedObjects.write(many);

    assertEquals(200, EndedObjects.read(secret(written)).size());
    var text = String.valueOf(written.get("catamaran.dev/ended"));
    assertTrue(text.length() < 200_000, () -> text.length() + " characters");
  }

  private static Secret secret(Map<String, String> annotations) {
    return new SecretBuilder().withNewMetadata().withAnnotations(annotations).and().build();
  }
}
