package dev.catamaran.bench;

import dev.catamaran.bench.Measurement.Outcome;
import java.util.List;

/** A step of a trial. */
interface Phase {
  /** Its name in tables. */
  String name();

  /** What one row says, as the title of its table. */
  String title();

  /** The figures that matter for it. */
  List<Column> columns();

  /** Whether the later phases need the work of this one. */
  default boolean isRequired() {
    return false;
  }

  /** Whether the contender can do it. */
  default boolean suits(Contender contender) {
    return true;
  }

  /**
   * Does the work.
   *
   * @throws PhaseFailure if the contender does not do it in time
   */
  Outcome run(Trial trial);
}
