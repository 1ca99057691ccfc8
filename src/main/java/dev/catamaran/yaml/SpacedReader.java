package dev.catamaran.yaml;

import org.yaml.snakeyaml.reader.StreamReader;

/**
 * Lets the scanner take tabs for spaces where it looks for what separates. What a scalar consists
 * of is read by other methods, and keeps its tabs.
 */
final class SpacedReader extends StreamReader {
  SpacedReader(String text) {
    super(text);
  }

  @Override
  public int peek() {
    return spaced(super.peek());
  }

  @Override
  public int peek(int index) {
    return spaced(super.peek(index));
  }

  private static int spaced(int codePoint) {
    return codePoint == '\t' ? ' ' : codePoint;
  }
}
