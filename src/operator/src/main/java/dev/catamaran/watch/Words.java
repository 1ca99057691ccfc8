package dev.catamaran.watch;

import dev.catamaran.yaml.Marked;
import java.util.Locale;
import java.util.Set;

/** Meaning of YAML 1.1's unquoted words. */
final class Words {

  private static final Set<String> TRUE = Set.of("true", "yes", "on");

  private Words() {}

  /** Returns the value of a scalar that YAML takes for a boolean. */
  static boolean isTrue(String word) {
    return TRUE.contains(word.toLowerCase(Locale.ROOT));
  }

  /**
   * Returns a scalar as text for Helm: booleans and null as JSON words, everything else as written.
   */
  static String text(Marked.Scalar scalar) {
    return switch (scalar.type()) {
      case BOOLEAN -> String.valueOf(isTrue(scalar.text()));
      case NULL -> "null";
      case STRING, INTEGER, FLOAT -> scalar.text();
    };
  }
}
