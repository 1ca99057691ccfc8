package dev.catamaran.inspect;

import dev.catamaran.api.ManagerException;
import dev.catamaran.manifest.BuiltInGroups;
import dev.catamaran.watch.Watch;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** Finds kinds by the names that people write. */
final class Kinds {
  private static final int MOST_PROPOSALS = 5;

  private final KubernetesClient client;
  private final List<Watch> watches;
  private final Map<String, PrimaryKind> known = new ConcurrentHashMap<>();
  private final Map<String, List<PrimaryKind>> served = new ConcurrentHashMap<>();

  /** Prefers the kinds of {@code watches}. */
  Kinds(KubernetesClient client, List<Watch> watches) {
    this.client = client;
    this.watches = watches;
  }

  /** Returns the served kinds of watches.yaml, in its order. */
  List<PrimaryKind> watched() {
    return watches.stream().flatMap(watch -> watched(watch).stream()).toList();
  }

  private Optional<PrimaryKind> watched(Watch watch) {
    var gvk = watch.gvk();
    return served(gvk.group().isEmpty() ? "/api" : "/apis").stream()
        .filter(
            kind -> kind.apiVersion().equals(gvk.apiVersion()) && kind.kind().equals(gvk.kind()))
        .findFirst()
        .map(kind -> kind.with(watch));
  }

  /** Returns the kinds of Catamaran's operators: their definitions have the category. */
  List<PrimaryKind> ofOperators() {
    return custom().stream().filter(PrimaryKind::isInCategory).toList();
  }

  /**
   * Returns the custom kinds of the cluster, each in the preferred version of its group where that
   * serves it.
   */
  List<PrimaryKind> custom() {
    var found = new LinkedHashMap<String, PrimaryKind>();
    served("/apis").stream()
        .filter(kind -> isCustom(kind.group()))
        .forEach(kind -> found.putIfAbsent(kind.plural() + "." + kind.group(), kind));
    return List.copyOf(found.values());
  }

  private List<PrimaryKind> served(String path) {
    return served.computeIfAbsent(path, asked -> Discovered.at(client, asked));
  }

  /** Metrics are no objects that a person makes. */
  private static boolean isCustom(String group) {
    return !BuiltInGroups.contains(group) && !group.endsWith("metrics.k8s.io");
  }

  /**
   * Returns the kind of that name. Asks the API server the first time alone.
   *
   * @param name kind, plural or short name, with or without the group
   * @throws ManagerException if no kind has the name, or several have it
   */
  PrimaryKind find(String name) {
    var kind = known.get(name);
    if (kind == null) {
      kind = search(name);
      known.put(name, kind);
    }
    return kind;
  }

  private PrimaryKind search(String name) {
    var watched = watched();
    var found = named(name, watched);
    if (!found.isEmpty()) {
      return only(name, found);
    }
    var custom = custom();
    found = named(name, custom);
    if (found.isEmpty()) {
      throw new ManagerException(unknown(name, Stream.concat(watched.stream(), custom.stream())));
    }
    return only(name, found);
  }

  private static List<PrimaryKind> named(String name, List<PrimaryKind> kinds) {
    return kinds.stream().filter(kind -> kind.isNamed(name)).toList();
  }

  private static PrimaryKind only(String name, List<PrimaryKind> found) {
    if (found.size() > 1) {
      throw new ManagerException(
          "\"%s\" names several kinds; write one of %s"
              .formatted(
                  name, String.join(", ", found.stream().map(PrimaryKind::qualified).toList())));
    }
    return found.getFirst();
  }

  private static String unknown(String name, Stream<PrimaryKind> kinds) {
    var known = kinds.distinct().toList();
    var near = NearNames.of(name, known).stream().limit(MOST_PROPOSALS).toList();
    return near.isEmpty()
        ? "the cluster has no kind \"%s\"; kubectl api-resources lists all kinds".formatted(name)
        : "the cluster has no kind \"%s\"; did you mean %s?"
            .formatted(name, String.join(" or ", near));
  }
}
