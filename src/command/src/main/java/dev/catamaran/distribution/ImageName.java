package dev.catamaran.distribution;

/**
 * The name of an image.
 *
 * @param repository registry and path
 * @param tag empty for none
 * @param digest such as {@code sha256:…}; empty for none
 */
public record ImageName(String repository, String tag, String digest) {

  /** Reads a name such as {@code registry.example.com/operator:1.0.0}. */
  public static ImageName parse(String name) {
    int at = name.indexOf('@');
    var tagged = at < 0 ? name : name.substring(0, at);
    int colon = tagged.lastIndexOf(':');
    // A colon before a slash begins the port of the registry.
    boolean hasTag = colon > tagged.lastIndexOf('/');
    return new ImageName(
        hasTag ? tagged.substring(0, colon) : tagged,
        hasTag ? tagged.substring(colon + 1) : "",
        at < 0 ? "" : name.substring(at + 1));
  }
}
