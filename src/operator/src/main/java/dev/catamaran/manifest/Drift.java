package dev.catamaran.manifest;

/** One object that differs from the manifest, or may differ. */
public sealed interface Drift {
  ManifestObject desired();

  /** Returns its actual or intended place in the cluster. */
  ObjectKey key();

  /** It is not among the objects with our label: it was deleted, or never adopted. */
  record Missing(ManifestObject desired, ObjectKey key) implements Drift {}

  /** Fields differ from the manifest, or its metadata does not name its primary. */
  record Changed(ManifestObject desired, ObjectKey key) implements Drift {}

  /** The API server does not serve its kind: it cannot exist, and cannot be created. */
  record Unserved(ManifestObject desired, ObjectKey key) implements Drift {}

  /**
   * No watch shows it: its kind is not watched, or it may be missing. Only a request to the API
   * server can show its state.
   */
  record Unwatched(ManifestObject desired, ObjectKey key) implements Drift {}
}
