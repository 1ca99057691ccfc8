package dev.catamaran.preview;

import dev.catamaran.release.EngineCalls;
import dev.catamaran.release.ReleaseKey;
import java.time.Instant;

/** The calls of a process that has made none yet. */
final class NoCalls implements EngineCalls {
  @Override
  public boolean isRunning(ReleaseKey release) {
    return false;
  }

  @Override
  public boolean hasReturned(ReleaseKey release, Instant at) {
    return false;
  }
}
