package dev.catamaran.webhook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.catamaran.webhook.BodyBudget.NoRoomException;
import dev.catamaran.webhook.BodyBudget.TooLargeException;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import org.junit.jupiter.api.Test;

class BodyBudgetTest {
  private final BodyBudget budget = new BodyBudget(100);

  @Test
  void releasesTheShareOfARequest() throws Exception {
    try (var share = budget.new Share();
        var other = budget.new Share()) {
      assertEquals(60, share.read(body(60), 100).length);
      assertThrows(NoRoomException.class, () -> other.read(body(41), 100));
    }
    try (var share = budget.new Share()) {
      assertEquals(100, share.read(body(100), 100).length);
    }
  }

  @Test
  void refusesABodyOverTheLimit() throws Exception {
    try (var share = budget.new Share()) {
      assertThrows(TooLargeException.class, () -> share.read(body(11), 10));
    }
    try (var share = budget.new Share()) {
      assertEquals(100, share.read(body(100), 100).length);
    }
  }

  private static InputStream body(int length) {
    return new ByteArrayInputStream(new byte[length]);
  }
}
