package dev.catamaran.yaml;

import java.util.Set;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.scanner.Scanner;
import org.yaml.snakeyaml.scanner.ScannerException;
import org.yaml.snakeyaml.tokens.TagToken;
import org.yaml.snakeyaml.tokens.TagTuple;
import org.yaml.snakeyaml.tokens.Token;

/**
 * Adapts the treatment of tabs and of a lone {@code !} to Go's YAML library, which Helm uses. Tabs
 * are allowed between two words, on blank lines and anywhere in braces and brackets. They are an
 * error where a block could start: at the start of a line, or after a dash. A lone {@code !} is an
 * unknown tag.
 */
final class GoTokens implements Scanner {
  /** Tokens without text; a tab before them is not checked. */
  private static final Set<Token.ID> WITHOUT_TEXT =
      Set.of(
          Token.ID.StreamStart,
          Token.ID.StreamEnd,
          Token.ID.BlockMappingStart,
          Token.ID.BlockSequenceStart,
          Token.ID.BlockEnd,
          Token.ID.Key);

  private static final String UNKNOWN = "!catamaran.dev/unknown";

  private final Scanner tokens;
  private final int[] text;
  private int depth;
  private boolean afterDash;

  GoTokens(Scanner tokens, String text) {
    this.tokens = tokens;
    this.text = text.codePoints().toArray();
  }

  @Override
  public boolean checkToken(Token.ID... choices) {
    return tokens.checkToken(choices);
  }

  /** Without the array of the method above. */
  @Override
  public boolean checkToken(Token.ID choice) {
    return tokens.checkToken(choice);
  }

  @Override
  public Token peekToken() {
    return tokens.peekToken();
  }

  @Override
  public Token getToken() {
    var token = tokens.getToken();
    if (!WITHOUT_TEXT.contains(token.getTokenId())) {
      check(token.getStartMark());
      checkColon(token);
      afterDash = token.getTokenId() == Token.ID.BlockEntry;
    }
    depth += opens(token.getTokenId());
    return token instanceof TagToken tag ? known(tag) : token;
  }

  @Override
  public void resetDocumentIndex() {
    tokens.resetDocumentIndex();
  }

  private static TagToken known(TagToken tag) {
    var tuple = tag.getValue();
    return tuple.getHandle() == null && tuple.getSuffix().equals("!")
        ? new TagToken(new TagTuple(null, UNKNOWN), tag.getStartMark(), tag.getEndMark())
        : tag;
  }

  private static int opens(Token.ID token) {
    return switch (token) {
      case FlowMappingStart, FlowSequenceStart -> 1;
      case FlowMappingEnd, FlowSequenceEnd -> -1;
      default -> 0;
    };
  }

  private void check(Mark start) {
    if (depth == 0 && isAfterTab(start.getIndex())) {
      throw new ScannerException("", start, "a tab where a block could begin; use spaces", start);
    }
  }

  /** Refuses a colon that Go reads as part of a word, and this parser as the end of a key. */
  private void checkColon(Token token) {
    if (depth > 0 && token.getTokenId() == Token.ID.Value && isAtWord(token.getStartMark())) {
      throw new ScannerException(
          "", token.getStartMark(), "a colon without a space after it", token.getStartMark());
    }
  }

  private boolean isAtWord(Mark colon) {
    int at = colon.getIndex();
    return at > 0
        && at + 1 < text.length
        && " \t\n\r\"'".indexOf(text[at - 1]) < 0
        && ",[]{}".indexOf(text[at + 1]) >= 0;
  }

  /** Returns whether there is a tab between that index and a dash, or the start of the line. */
  private boolean isAfterTab(int index) {
    boolean isTab = false;
    int at = Math.min(index, text.length) - 1;
    while (at >= 0 && (text[at] == ' ' || text[at] == '\t')) {
      isTab |= text[at] == '\t';
      at--;
    }
    boolean isFirst = at < 0 || text[at] == '\n' || text[at] == '\r';
    return isTab && (isFirst || afterDash);
  }
}
