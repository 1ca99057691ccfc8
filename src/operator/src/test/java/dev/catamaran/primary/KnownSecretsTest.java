package dev.catamaran.primary;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.release.SecretTexts;
import java.util.List;
import org.junit.jupiter.api.Test;

class KnownSecretsTest {
  private final KnownSecrets secrets = new KnownSecrets();

  @Test
  void hidesAllSecretsOfThePrimaryUntilItsDeletion() {
    secrets.remember("uid", SecretTexts.of(List.of("hunter2")));
    secrets.remember("uid", SecretTexts.of(List.of("hunter3")));
    assertEquals("from *** to ***", secrets.hide("uid", "from hunter2 to hunter3"));
    assertEquals("hunter2", secrets.hide("another", "hunter2"));
    secrets.forget("uid");
    assertEquals("hunter2", secrets.hide("uid", "hunter2"));
  }
}
