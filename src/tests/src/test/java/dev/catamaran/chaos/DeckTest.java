package dev.catamaran.chaos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DeckTest {
  private static final List<Integer> CARDS = IntStream.range(0, 16).boxed().toList();

  private static List<Integer> round(Deck<Integer> deck) {
    return Stream.generate(deck::deal).limit(CARDS.size()).toList();
  }

  @Test
  void dealsEachCardOnceBeforeOneComesAgain() {
    var deck = new Deck<>(CARDS, new Random(1));
    var first = round(deck);
    var second = round(deck);
    assertEquals(CARDS, first.stream().sorted().toList());
    assertEquals(CARDS, second.stream().sorted().toList());
    assertNotEquals(first, second);
  }

  @Test
  void dealsInTheOrderOfTheSeed() {
    assertEquals(round(new Deck<>(CARDS, new Random(1))), round(new Deck<>(CARDS, new Random(1))));
    assertNotEquals(
        round(new Deck<>(CARDS, new Random(1))), round(new Deck<>(CARDS, new Random(2))));
  }
}
