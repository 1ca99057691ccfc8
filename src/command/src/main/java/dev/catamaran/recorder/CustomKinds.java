package dev.catamaran.recorder;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Widely used custom kinds: for templates that compute their apiVersion, and for the scope. The
 * name alone says nothing of that: a {@code Cluster} of CloudNativePG is in a namespace.
 */
public final class CustomKinds {
  private static final String OUTSIDE = "*";
  private static final List<ApiResource> ALL = read();

  private CustomKinds() {}

  private static List<ApiResource> read() {
    try (var in = CustomKinds.class.getResourceAsStream("custom-kinds.txt")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> List.of(line.split(" ")))
          .flatMap(words -> words.stream().skip(1).map(kind -> read(words.getFirst(), kind)))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ApiResource read(String apiVersion, String word) {
    var place = List.of(apiVersion.split("/"));
    var kind = word.replace(OUTSIDE, "");
    return new ApiResource(
        place.getFirst(), place.getLast(), Plurals.of(kind), kind, !word.endsWith(OUTSIDE));
  }

  /** Returns the resource of a kind; empty if it is not widely used, or in several groups. */
  public static Optional<ApiResource> find(String kind) {
    var found = ALL.stream().filter(known -> known.kind().equals(kind)).toList();
    return found.size() == 1 ? Optional.of(found.getFirst()) : Optional.empty();
  }

  static boolean isNamespaced(String group, String kind) {
    return ALL.stream()
        .filter(known -> known.group().equals(group) && known.kind().equals(kind))
        .allMatch(ApiResource::namespaced);
  }
}
