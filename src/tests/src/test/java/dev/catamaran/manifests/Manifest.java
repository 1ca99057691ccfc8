package dev.catamaran.manifests;

import java.nio.file.Path;

/** A file of the project that follows from Java classes. */
interface Manifest {
  /** Where it lies in the project. */
  Path path();

  /** What it must say. */
  String text();
}
