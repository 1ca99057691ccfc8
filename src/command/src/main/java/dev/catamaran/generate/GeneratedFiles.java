package dev.catamaran.generate;

import dev.catamaran.watch.Watches;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** All manifests that follow from the classes of a watches.yaml. */
public final class GeneratedFiles {
  private GeneratedFiles() {}

  /**
   * Returns the manifests: a CRD for each kind with a class, and one file with the configurations
   * of all webhooks, if there are any.
   *
   * @param definitions folder of the CRDs
   * @param webhooks path of the webhook configurations
   * @throws dev.catamaran.api.ManagerException if a class is not on the class path, or is of
   *     another type
   */
  public static List<GeneratedFile> of(Watches watches, Path definitions, Path webhooks) {
    var kinds = watches.watches().stream().map(TypedKind::of).toList();
    var manifests = new ArrayList<GeneratedFile>();
    kinds.stream()
        .flatMap(kind -> kind.definition().stream())
        .map(definition -> definition.in(definitions))
        .forEach(manifests::add);
    var configurations = WebhookConfigurations.text(kinds);
    if (!configurations.isEmpty()) {
      manifests.add(new GeneratedFile(webhooks, configurations));
    }
    return manifests;
  }
}
