package dev.catamaran.release;

/**
 * Operations that may delete an object that they cannot change, and create it again.
 *
 * @param upgrades whether an upgrade may
 * @param rollbacks whether a rollback may
 */
public record Force(boolean upgrades, boolean rollbacks) {
  /** No operation may. */
  public static final Force NONE = new Force(false, false);

  private static final String MARK_END = ":";

  /**
   * Returns what failures of an input are counted for: with force it may succeed where it failed
   * without.
   */
  public String mark(String input) {
    return (upgrades ? "upgrade-force" + MARK_END : "")
        + (rollbacks ? "rollback-force" + MARK_END : "")
        + input;
  }

  /** Returns the input in a marked one. */
  public static String unmarked(String input) {
    return input.substring(input.lastIndexOf(MARK_END) + 1);
  }
}
