package dev.catamaran.watch;

import dev.catamaran.yaml.Marked;
import java.util.Locale;
import java.util.Set;

/** What YAML 1.1's unquoted words stand for. */
final class Words {

  private static final Set<String> TRUE = Set.of("true", "yes", "on");

  private Words() {}

  /** Of a scalar that YAML takes for a boolean. */
  static boolean isTrue(String word) {
    return TRUE.contains(word.toLowerCase(Locale.ROOT));
  }

  /**
   * A scalar as text for Helm: booleans and null in JSON's words, everything else as it was
   * written.
   */
  static String text(Marked.Scalar scalar) {
    return switch (scalar.type()) {
      case BOOLEAN -> String.valueOf(isTrue(scalar.text()));
      case NULL -> "null";
      case STRING, INTEGER, FLOAT -> scalar.text();
    };
  }
}
