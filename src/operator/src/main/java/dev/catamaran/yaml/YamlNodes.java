package dev.catamaran.yaml;

import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.composer.Composer;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.parser.ParserException;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.StreamReader;
import org.yaml.snakeyaml.resolver.Resolver;
import org.yaml.snakeyaml.scanner.Scanner;
import org.yaml.snakeyaml.scanner.ScannerImpl;

/**
 * The documents of a text as the parser's nodes, read one by one. Constructs no Java objects from
 * tags.
 */
final class YamlNodes implements Iterator<Node> {
  /**
   * Charts' values and the schemas of custom resources are deep; more depth would overflow a
   * thread's stack.
   */
  static final int DEEPEST = 1000;

  static final int LONGEST = 64 << 20;

  /**
   * Limit for the values of one document. A value takes some 250 bytes until the document is
   * converted, and two in the text.
   */
  static final int MOST_VALUES = 300_000;

  private final CountingParser parser;
  private final Composer composer;

  private YamlNodes(CountingParser parser, Resolver resolver, LoaderOptions limits) {
    this.parser = parser;
    this.composer = new Composer(parser, resolver, limits);
  }

  /** Reads a text, with scalars' tags from {@code resolver}. */
  static YamlNodes of(String text, Resolver resolver) {
    var limits = limits();
    var scanner = new ScannerImpl(new SpacedReader(text), limits);
    var parser = new CountingParser(new GoTokens(scanner, text));
    return new YamlNodes(parser, resolver, limits);
  }

  /**
   * Returns the parser's limits. {@link Unfolding} limits the expansion of aliases; tags construct
   * nothing.
   */
  private static LoaderOptions limits() {
    var options = new LoaderOptions();
    options.setNestingDepthLimit(DEEPEST);
    options.setMaxAliasesForCollections(Integer.MAX_VALUE);
    options.setCodePointLimit(LONGEST);
    options.setTagInspector(tag -> true);
    return options;
  }

  /**
   * Returns whether there is another document.
   *
   * @throws org.yaml.snakeyaml.error.YAMLException if the rest of the text is not YAML
   */
  @Override
  public boolean hasNext() {
    return composer.checkNode();
  }

  /** Counts the values of each document, and knows where the latest one is. */
  private static final class CountingParser extends ParserImpl {
    private int values;
    private @Nullable Mark place;

    CountingParser(Scanner scanner) {
      super(scanner);
    }

    @Override
    public Event getEvent() {
      var event = super.getEvent();
      place = event.getStartMark();
      values = event.is(Event.ID.DocumentStart) ? 0 : values + 1;
      if (values > MOST_VALUES) {
        throw new YAMLException(
            "more than %d values and ends of lists and mappings in one document"
                .formatted(MOST_VALUES));
      }
      return event;
    }
  }

  @Override
  public Node next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    try {
      return composer.getNode();
    } catch (IllegalArgumentException e) {
      // A tag such as "!%20".
      throw new ParserException(null, null, e.getMessage(), parser.place);
    }
  }

  /**
   * Presents tabs as spaces where the scanner looks for separators. The scanner reads scalars by
   * other methods, so they keep their tabs.
   */
  private static final class SpacedReader extends StreamReader {
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
}
