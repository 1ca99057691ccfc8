package dev.catamaran.events;

/**
 * The reporter of Events.
 *
 * @param controller a qualified name, the same for all instances
 * @param instance name of this instance; at most 128 bytes
 */
public record Reporter(String controller, String instance) {
  private static final int LONGEST_CONTROLLER = 63;
  private static final int LONGEST_INSTANCE = 128;

  /**
   * Returns the reporter for an instance of an operator.
   *
   * @param operator its name; cut to 63 characters, the API server's limit
   * @param host of the instance
   */
  public static Reporter of(String operator, String host) {
    return new Reporter(
        cut(operator, LONGEST_CONTROLLER), cut(operator + "-" + host, LONGEST_INSTANCE));
  }

  private static String cut(String name, int longest) {
    return name.length() <= longest
        ? name
        : name.substring(0, longest).replaceAll("[^A-Za-z0-9]+$", "");
  }
}
