package dev.catamaran.generate;

import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.api.ManagerException;
import dev.catamaran.watch.Watches;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** All manifests that follow from the classes of a watches.yaml. */
public final class GeneratedFiles {
  private GeneratedFiles() {}

  /**
   * Returns the manifests: a CRD for each kind with a class, and one file with the configurations
   * of all webhooks, if there are any.
   *
   * @param plurals names the resource of a kind without a class
   * @param definitions folder of the CRDs
   * @param webhooks path of the webhook configurations
   * @throws ManagerException if a class is not on the class path, is of another type, or does not
   *     make a CRD
   */
  public static List<GeneratedFile> of(
      Watches watches,
      Function<GroupVersionKind, String> plurals,
      Path definitions,
      Path webhooks) {
    var kinds = watches.watches().stream().map(watch -> TypedKind.of(watch, plurals)).toList();
    var manifests = new ArrayList<GeneratedFile>();
    kinds.stream().flatMap(kind -> definition(kind, definitions).stream()).forEach(manifests::add);
    var configurations = WebhookConfigurations.text(kinds);
    if (!configurations.isEmpty()) {
      manifests.add(new GeneratedFile(webhooks, configurations));
    }
    return manifests;
  }

  /** The generator throws whatever it stumbles on in an author's class. */
  private static Optional<GeneratedFile> definition(TypedKind kind, Path folder) {
    try {
      return kind.definition().map(definition -> definition.in(folder));
    } catch (RuntimeException e) {
      throw new ManagerException(
          "the CRD of %s cannot be generated from its class: %s".formatted(kind.gvk(), e));
    }
  }
}
