package dev.catamaran.terminal;

import java.util.ArrayList;
import java.util.List;

/** A tree as text, with lines between its nodes. Pure. */
public record Tree(String text, List<Tree> children) {
  public static Tree leaf(String text) {
    return new Tree(text, List.of());
  }

  public static Tree of(String text, List<String> leaves) {
    return new Tree(text, leaves.stream().map(Tree::leaf).toList());
  }

  public List<String> lines() {
    var lines = new ArrayList<String>();
    lines.add(text);
    addChildren("", lines);
    return lines;
  }

  private void addChildren(String indent, List<String> lines) {
    for (int i = 0; i < children.size(); i++) {
      boolean isLast = i == children.size() - 1;
      var child = children.get(i);
      lines.add(indent + (isLast ? "└── " : "├── ") + child.text());
      child.addChildren(indent + (isLast ? "    " : "│   "), lines);
    }
  }
}
