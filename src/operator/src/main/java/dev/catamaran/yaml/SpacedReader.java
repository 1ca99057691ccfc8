package dev.catamaran.yaml;

import org.yaml.snakeyaml.reader.StreamReader;

/**
 * Presents tabs as spaces where the scanner looks for separators. The scanner reads scalars by
 * other methods, so they keep their tabs.
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
