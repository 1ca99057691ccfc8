package dev.catamaran.manager;

import dev.catamaran.election.Hold;
import dev.catamaran.election.LeaseLostException;
import dev.catamaran.release.HelmCall;
import dev.catamaran.release.HelmEngine;

/**
 * Refuses new calls after the end of the hold on the lease. A running call continues: only the end
 * of the process stops it.
 *
 * @param engine does the work
 * @param hold hold of this process on the lease
 */
record FencedEngine(HelmEngine engine, Hold hold) implements HelmEngine {

  @Override
  public HelmCall.Result run(HelmCall call) {
    if (hold.isOver()) {
      throw new LeaseLostException();
    }
    return engine.run(call);
  }
}
