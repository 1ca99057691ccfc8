package dev.catamaran.release;

/**
 * The end of an object whose work is done, such as a Job. It is not missing when a cleaner deletes
 * it.
 *
 * @param failure what failed; empty for a success
 */
public record Ending(String failure) {
  /** Longer texts are cut: a Secret holds them. */
  private static final int LONGEST = 300;

  /** Cuts a long text. */
  public Ending {
    failure = failure.length() <= LONGEST ? failure : failure.substring(0, LONGEST) + "…";
  }

  /** Returns the end of an object that did its work. */
  public static Ending success() {
    return new Ending("");
  }

  /** Whether its work failed. */
  public boolean isFailure() {
    return !failure.isEmpty();
  }
}
