package dev.catamaran.release;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.junit.jupiter.api.Test;

class MostRecentTest {

  @Test
  void keepsThoseThatWereAskedForLast() {
    var made = new MostRecent<Integer, Object>(2, key -> new Object());
    var first = made.of(1);
    var second = made.of(2);
    assertSame(first, made.of(1));

    made.of(3);

    assertEquals(2, made.size());
    assertSame(first, made.of(1));
    assertNotSame(second, made.of(2));
  }
}
