package dev.catamaran.release;

/**
 * The revisions of a release that stay stored.
 *
 * @param newest number of the newest revisions that stay
 * @param successes number of the newest successes that stay, whatever their age: a rollback may
 *     need them
 */
public record HistoryLimit(int newest, int successes) {
  /**
   * Returns the limit of a watch.
   *
   * @param maxHistory number of the newest revisions that stay
   * @param hasTrial whether a deployed revision may still fail a trial: then a rollback needs the
   *     success before it
   */
  public static HistoryLimit of(int maxHistory, boolean hasTrial) {
    return new HistoryLimit(maxHistory, hasTrial ? 2 : 1);
  }
}
