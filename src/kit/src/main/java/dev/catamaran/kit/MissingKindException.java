package dev.catamaran.kit;

/**
 * The cluster does not serve a kind of descendants: its CustomResourceDefinition is missing. The
 * next pass checks again.
 */
public final class MissingKindException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  MissingKindException(DescendantKind kind) {
    super("The cluster does not serve " + kind + "; install its CustomResourceDefinition.");
  }
}
