package dev.catamaran.yaml;

import java.util.Iterator;
import java.util.NoSuchElementException;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.composer.Composer;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.resolver.Resolver;
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

  private final Composer composer;

  private YamlNodes(Composer composer) {
    this.composer = composer;
  }

  /** Reads a text, with scalars' tags from {@code resolver}. */
  static YamlNodes of(String text, Resolver resolver) {
    var limits = limits();
    var scanner = new ScannerImpl(new SpacedReader(text), limits);
    var parser = new ParserImpl(new GoTokens(scanner, text));
    return new YamlNodes(new Composer(parser, resolver, limits));
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

  @Override
  public Node next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return composer.getNode();
  }
}
