package dev.catamaran.inspect;

import dev.catamaran.informer.Pages;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Names of a cluster, to complete a command line.
 *
 * @param scope where the primaries are
 */
public record LiveNames(Scope scope) {

  /** Returns the kinds, without the group where that is clear. */
  private Stream<String> kinds() {
    var kinds = scope.known();
    return kinds.stream()
        .map(
            kind -> {
              var name = kind.kind().toLowerCase(Locale.ROOT);
              boolean isClear = kinds.stream().filter(other -> other.isNamed(name)).count() == 1;
              return isClear ? name : kind.qualified();
            });
  }

  /** Returns the beginnings of {@code KIND/NAME}, or the whole words after a slash. */
  public List<String> primaries(String word) {
    int slash = word.indexOf('/');
    if (slash < 0) {
      return kinds().map(kind -> kind + "/").toList();
    }
    return names(word.substring(0, slash)).stream()
        .map(name -> word.substring(0, slash + 1) + name)
        .toList();
  }

  /** Returns the names of the primaries of a kind. */
  public List<String> names(String kind) {
    return scope.list(kind).primaries().map(PrimaryObject::name).distinct().toList();
  }

  /** Returns the names of the namespaces. */
  public List<String> namespaces() {
    return Pages.all(scope.client().namespaces()::list).stream()
        .map(namespace -> namespace.getMetadata().getName())
        .toList();
  }
}
