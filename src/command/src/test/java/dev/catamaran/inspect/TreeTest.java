package dev.catamaran.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class TreeTest {

  @Test
  void drawsLinesBetweenItsNodes() {
    var tree =
        new Tree(
            "root",
            List.of(
                Tree.of("first", List.of("a", "b")),
                new Tree("last", List.of(Tree.of("inner", List.of("c"))))));
    assertEquals(
        """
        root
        ├── first
        │   ├── a
        │   └── b
        └── last
            └── inner
                └── c
        """
            .lines()
            .toList(),
        tree.lines());
  }

  @Test
  void isOneLineWithoutChildren() {
    assertEquals(List.of("root"), Tree.leaf("root").lines());
  }
}
