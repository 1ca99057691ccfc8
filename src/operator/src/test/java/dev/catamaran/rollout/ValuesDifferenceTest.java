package dev.catamaran.rollout;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.release.SecretTexts;
import java.util.List;
import org.junit.jupiter.api.Test;

class ValuesDifferenceTest {
  private static String between(String before, String after, String... secrets) throws Exception {
    return ValuesDifference.of(tree(before), tree(after), SecretTexts.of(List.of(secrets)));
  }

  private static ObjectNode tree(String json) throws Exception {
    return (ObjectNode) new JsonMapper().readTree(json);
  }

  @Test
  void namesWhatDiffers() throws Exception {
    assertEquals(
        "a.b: 1 → 2, c: none → [3], d: \"x\" → none",
        between(
            "{\"a\":{\"b\":1,\"same\":0},\"d\":\"x\"}", "{\"c\":[3],\"a\":{\"same\":0,\"b\":2}}"));
    assertEquals("", between("{\"a\":{\"b\":1}}", "{\"a\":{\"b\":1}}"));
  }

  @Test
  void countsTheRest() throws Exception {
    assertEquals(
        "a: 1 → none, b: 1 → none, c: 1 → none, and 2 more",
        between("{\"a\":1,\"b\":1,\"c\":1,\"d\":1,\"e\":1}", "{}"));
  }

  @Test
  void hidesSecretsBeforeItCuts() throws Exception {
    var secret = "s".repeat(80);
    var text = between("{\"key\":\"old\"}", "{\"key\":\"" + secret + "\"}", secret);
    assertEquals(-1, text.indexOf("sss"), text);
  }
}
