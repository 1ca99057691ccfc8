package dev.catamaran.chaos;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Deals cards in random order: all of them once before the first comes again. */
final class Deck<T> {
  private final List<T> cards;
  private final Random random;
  private final List<T> left = new ArrayList<>();

  Deck(Collection<T> cards, Random random) {
    this.cards = List.copyOf(cards);
    this.random = random;
  }

  T deal() {
    if (left.isEmpty()) {
      left.addAll(cards);
      Collections.shuffle(left, random);
    }
    return left.removeLast();
  }
}
