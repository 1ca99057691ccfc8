package dev.catamaran.generate;

import static java.util.stream.Collectors.joining;

import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.api.ManagerException;
import dev.catamaran.watch.Watches;
import dev.catamaran.webhook.Operation;
import dev.catamaran.webhook.WebhookPaths;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** All manifests that follow from the classes of a watches.yaml. */
public final class GeneratedFiles {
  private GeneratedFiles() {}

  /** A file with its whole content. */
  public record GeneratedFile(Path path, String text) {}

  /**
   * Returns the manifests: a CRD for each kind with a class, and one file with the configurations
   * of all webhooks, if there are any.
   *
   * @param plurals names the resource of a kind without a class
   * @param definitions folder of the CRDs
   * @param webhooks path of the webhook configurations
   */
  public static List<GeneratedFile> of(
      Watches watches,
      Function<GroupVersionKind, String> plurals,
      Path definitions,
      Path webhooks) {
    var kinds = watches.watches().stream().map(watch -> TypedKind.of(watch, plurals)).toList();
    var manifests = new ArrayList<GeneratedFile>();
    for (var kind : kinds) {
      try {
        kind.definition().ifPresent(definition -> manifests.add(definition.in(definitions)));
      } catch (RuntimeException e) {
        // The generator throws whatever it stumbles on in an author's class.
        throw new ManagerException(
            "the CRD of %s cannot be generated from its class: %s".formatted(kind.gvk(), e));
      }
    }
    var text =
        configuration(
                "Mutating",
                kinds.stream()
                    .filter(TypedKind::mutates)
                    .map(
                        kind ->
                            webhook(
                                kind,
                                WebhookPaths.mutate(kind.gvk()),
                                "m",
                                EnumSet.of(Operation.CREATE, Operation.UPDATE)))
                    .toList())
            + configuration(
                "Validating",
                kinds.stream()
                    .filter(kind -> !kind.validated().isEmpty())
                    .map(
                        kind ->
                            webhook(kind, WebhookPaths.validate(kind.gvk()), "v", kind.validated()))
                    .toList());
    if (!text.isEmpty()) {
      manifests.add(
          new GeneratedFile(
              webhooks,
              "# Generated from the webhooks of the kinds by `make manifests`.\n" + text));
    }
    return manifests;
  }

  /** config/default adds the prefix and the namespace. The names are those of kubebuilder. */
  private static String configuration(String type, List<String> webhooks) {
    return webhooks.isEmpty()
        ? ""
        : """
          ---
          apiVersion: admissionregistration.k8s.io/v1
          kind: %sWebhookConfiguration
          metadata:
            name: %s-webhook-configuration
          webhooks:
          %s"""
            .formatted(type, type.toLowerCase(Locale.ROOT), String.join("", webhooks));
  }

  private static String webhook(
      TypedKind kind, String path, String prefix, Collection<Operation> operations) {
    var gvk = kind.gvk();
    return """
        - admissionReviewVersions:
          - v1
          clientConfig:
            service:
              name: webhook-service
              namespace: system
              path: %s
          failurePolicy: Fail
          name: %s%s-%s.%s
          rules:
          - apiGroups:
            - %5$s
            apiVersions:
            - %4$s
            operations:
        %s    resources:
            - %s
          sideEffects: None
        """
        .formatted(
            path,
            prefix,
            gvk.kind().toLowerCase(Locale.ROOT),
            gvk.version(),
            gvk.group(),
            operations.stream().map("    - %s\n"::formatted).collect(joining()),
            kind.plural());
  }
}
