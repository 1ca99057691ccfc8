package dev.catamaran.chart;

/**
 * An override is not in {@code --set} syntax, or does not fit the values below it. The message
 * names the key and never the value, which may be a secret.
 */
public final class InvalidOverrideException extends Exception {

  private final String key;

  InvalidOverrideException(String key, String problem) {
    super("key " + key + ": " + problem);
    this.key = key;
  }

  public String key() {
    return key;
  }
}
