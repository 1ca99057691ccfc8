package dev.catamaran.inspect;

/** Columns of a text on a terminal (Unicode Standard Annex 11, East Asian width). Pure. */
final class Width {
  private Width() {}

  /** Returns the number of columns. */
  static int of(String text) {
    return text.codePoints().map(Width::of).sum();
  }

  private static int of(int symbol) {
    return switch (Character.getType(symbol)) {
      case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK, Character.FORMAT -> 0;
      default -> isWide(symbol) ? 2 : 1;
    };
  }

  private static boolean isWide(int symbol) {
    return isWideEmoji(symbol)
        || (symbol >= 0x1100 && symbol <= 0x115F)
        || (symbol >= 0x2E80 && symbol <= 0xA4CF)
        || (symbol >= 0xAC00 && symbol <= 0xD7A3)
        || (symbol >= 0xF900 && symbol <= 0xFAFF)
        || (symbol >= 0xFE30 && symbol <= 0xFE6F)
        || (symbol >= 0xFF00 && symbol <= 0xFF60)
        || (symbol >= 0xFFE0 && symbol <= 0xFFE6)
        || (symbol >= 0x20000 && symbol <= 0x3FFFD);
  }

  /** Two letters of a flag are as wide as one picture. */
  private static boolean isWideEmoji(int symbol) {
    boolean isLetterOfFlag = symbol >= 0x1F1E6 && symbol <= 0x1F1FF;
    return Character.isEmojiPresentation(symbol) && !isLetterOfFlag;
  }
}
