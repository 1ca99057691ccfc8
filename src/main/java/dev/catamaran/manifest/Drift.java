package dev.catamaran.manifest;

/** One object that is not, or may not be, as the manifest says. */
public sealed interface Drift {
  /** The object as the manifest has it. */
  ManifestObject desired();

  /** Where it is, or should be, in the cluster. */
  ObjectKey key();

  /** It is not among the objects that carry our label: deleted, or never adopted. */
  record Missing(ManifestObject desired, ObjectKey key) implements Drift {}

  /** Fields differ from the manifest, or its metadata does not say whose it is. */
  record Changed(ManifestObject desired, ObjectKey key) implements Drift {}

  /** The API server does not serve its kind: it cannot be there, and cannot be made. */
  record Unserved(ManifestObject desired, ObjectKey key) implements Drift {}

  /** Nobody watches its kind: only asking the API server can tell. */
  record Unwatched(ManifestObject desired, ObjectKey key) implements Drift {}
}
