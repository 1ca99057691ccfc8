package dev.catamaran.ui;

import dev.catamaran.inspect.PrimaryRow;
import java.util.Comparator;
import java.util.Locale;
import java.util.stream.Stream;

/** The columns of a list of releases, those of {@code catamaran status}. */
public enum Sort {
  NAMESPACE,
  NAME,
  KIND,
  READY,
  STATUS,
  REVISION,
  CHART,
  AGE;

  /** Returns the head of the column. */
  public String text() {
    return name().charAt(0) + word().substring(1);
  }

  /** Returns the word in a URL. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the order; rows that are equal in the column are by namespace, kind and name. */
  Comparator<PrimaryRow> order(boolean isDescending) {
    var order = isDescending ? ascending().reversed() : ascending();
    return order
        .thenComparing(PrimaryRow::namespace)
        .thenComparing(PrimaryRow::qualifiedKind)
        .thenComparing(PrimaryRow::name);
  }

  private Comparator<PrimaryRow> ascending() {
    return switch (this) {
      case NAMESPACE -> Comparator.comparing(PrimaryRow::namespace);
      case NAME -> Comparator.comparing(PrimaryRow::name);
      case KIND -> Comparator.comparing(PrimaryRow::qualifiedKind);
      case READY -> Comparator.comparing(PrimaryRow::ready);
      case STATUS -> Comparator.comparing(PrimaryRow::state).thenComparing(PrimaryRow::reason);
      case REVISION -> Comparator.comparingInt(PrimaryRow::revision);
      case CHART -> Comparator.comparing(PrimaryRow::chart);
      case AGE -> Comparator.comparing(PrimaryRow::created).reversed();
    };
  }

  /** Returns the one with that word, else the namespace. */
  static Sort of(String word) {
    return Stream.of(values())
        .filter(each -> each.word().equals(word))
        .findFirst()
        .orElse(NAMESPACE);
  }
}
