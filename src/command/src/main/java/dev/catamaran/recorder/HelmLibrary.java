package dev.catamaran.recorder;

import dev.catamaran.helm.EngineTraps;

/** Helm's native library in a short command. */
public final class HelmLibrary {
  static {
    EngineTraps.closeForCommand();
  }

  private HelmLibrary() {}

  /** Loads the library, once in a process. The process still ends at SIGINT and SIGTERM. */
  public static void load() {}
}
