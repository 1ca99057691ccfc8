package dev.catamaran.ui;

import dev.catamaran.terminal.Table;
import dev.catamaran.terminal.Tree;
import java.util.List;

/**
 * A page: what commands print, with links. The template escapes each text.
 *
 * @param place its part of the navigation
 * @param tabs the pages of a release, or the states of a list
 * @param filter of a list; {@link Filter#NONE} for another page
 */
public record Page(
    String title, String place, String asOf, List<Link> tabs, Filter filter, List<Part> parts) {
  /** What people read from top to bottom. */
  public sealed interface Part {
    /** A sentence about what is missing. */
    record Note(String text) implements Part {}

    record Heading(String text) implements Part {}

    /** A sentence, and where more is; a link without a path for none. */
    record Sentence(String text, Link link) implements Part {}

    record Items(List<Tree> items) implements Part {}

    record Rows(Table table) implements Part {}

    /** The output of a command. */
    record Lines(List<String> lines) implements Part {}

    /** Those that act, to copy. */
    record Commands(List<String> commands) implements Part {}

    static Part sentence(String text) {
      return new Sentence(text, new Link("", "", false));
    }
  }

  public record Link(String text, String path, boolean isHere) {}

  /**
   * A form for what a list shows.
   *
   * @param kinds to choose one
   */
  public record Filter(Query query, List<String> kinds) {
    static final Filter NONE = new Filter(Query.ALL, List.of());
  }
}
