package dev.catamaran.kit;

/**
 * A kind of descendants is not served by the cluster: its CustomResourceDefinition is not there.
 * The next pass looks again.
 */
public final class MissingKindException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  MissingKindException(DescendantKind kind) {
    super("The cluster does not serve " + kind + "; install its CustomResourceDefinition.");
  }
}
