package dev.catamaran.release;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.junit.jupiter.api.Test;

class MostRecentTest {

  @Test
  void keepsTheMostRecentlyRequestedValues() {
    var recent = new MostRecent<Integer, Object>(2, key -> new Object());
    var first = recent.of(1);
    var second = recent.of(2);
    assertSame(first, recent.of(1));

    recent.of(3);

    assertEquals(2, recent.size());
    assertSame(first, recent.of(1));
    assertNotSame(second, recent.of(2));
  }
}
