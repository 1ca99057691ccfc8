package dev.catamaran.recorder;

import io.fabric8.kubernetes.api.Pluralize;
import java.util.Locale;
import java.util.Set;

/** Plurals of kinds. Pure. */
public final class Plurals {
  /** The English words that end with o and get es. Names of programs do not. */
  private static final Set<String> WITH_ES =
      Set.of("hero", "potato", "tomato", "echo", "veto", "torpedo", "embargo", "cargo");

  /** The library takes an ending for Latin or Greek, as in datum and axis. */
  private static final Set<String> LATIN = Set.of("datum", "medium", "stadium", "bacterium");

  private Plurals() {}

  /** Returns the probable name of the resource of a kind. */
  public static String of(String kind) {
    var word = kind.toLowerCase(Locale.ROOT);
    boolean isRegular =
        word.endsWith("o")
            ? WITH_ES.stream().noneMatch(word::endsWith)
            : word.endsWith("ium") && LATIN.stream().noneMatch(word::endsWith);
    return isRegular ? word + "s" : Pluralize.toPlural(word);
  }
}
