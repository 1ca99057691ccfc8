package dev.catamaran.generate;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.catamaran.webhook.Operation;
import dev.catamaran.webhook.WebhookPaths;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhook;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfigurationBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.RuleWithOperations;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.RuleWithOperationsBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhook;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfigurationBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.WebhookClientConfig;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.WebhookClientConfigBuilder;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/**
 * The configurations by which the API server calls the webhooks, with the names of kubebuilder.
 * config/default adds the prefix and the namespace.
 */
final class WebhookConfigurations {
  private WebhookConfigurations() {}

  /** Returns the manifest's text; empty without webhooks. */
  static String text(List<TypedKind> kinds) {
    var mutating =
        kinds.stream().filter(TypedKind::mutates).map(WebhookConfigurations::mutating).toList();
    var validating =
        kinds.stream()
            .filter(kind -> !kind.validated().isEmpty())
            .map(WebhookConfigurations::validating)
            .toList();
    if (mutating.isEmpty() && validating.isEmpty()) {
      return "";
    }
    return "# Generated from the webhooks of the kinds by `make manifests`.\n"
        + (mutating.isEmpty() ? "" : yaml(mutatingConfiguration(mutating)))
        + (validating.isEmpty() ? "" : yaml(validatingConfiguration(validating)));
  }

  private static HasMetadata mutatingConfiguration(List<MutatingWebhook> webhooks) {
    return new MutatingWebhookConfigurationBuilder()
        .withNewMetadata()
        .withName("mutating-webhook-configuration")
        .endMetadata()
        .withWebhooks(webhooks)
        .build();
  }

  private static HasMetadata validatingConfiguration(List<ValidatingWebhook> webhooks) {
    return new ValidatingWebhookConfigurationBuilder()
        .withNewMetadata()
        .withName("validating-webhook-configuration")
        .endMetadata()
        .withWebhooks(webhooks)
        .build();
  }

  private static MutatingWebhook mutating(TypedKind kind) {
    return new MutatingWebhookBuilder()
        .withName(name("m", kind))
        .withClientConfig(client(WebhookPaths.mutate(kind.gvk())))
        .withRules(rule(kind, List.of(Operation.CREATE, Operation.UPDATE)))
        .withFailurePolicy("Fail")
        .withSideEffects("None")
        .withAdmissionReviewVersions("v1")
        .build();
  }

  private static ValidatingWebhook validating(TypedKind kind) {
    return new ValidatingWebhookBuilder()
        .withName(name("v", kind))
        .withClientConfig(client(WebhookPaths.validate(kind.gvk())))
        .withRules(rule(kind, kind.validated()))
        .withFailurePolicy("Fail")
        .withSideEffects("None")
        .withAdmissionReviewVersions("v1")
        .build();
  }

  private static String name(String prefix, TypedKind kind) {
    return "%s%s-%s.%s"
        .formatted(
            prefix,
            kind.gvk().kind().toLowerCase(Locale.ROOT),
            kind.gvk().version(),
            kind.gvk().group());
  }

  private static RuleWithOperations rule(TypedKind kind, Collection<Operation> operations) {
    return new RuleWithOperationsBuilder()
        .withApiGroups(kind.gvk().group())
        .withApiVersions(kind.gvk().version())
        .withResources(kind.plural())
        .withOperations(operations.stream().map(Operation::name).toList())
        .build();
  }

  private static WebhookClientConfig client(String path) {
    return new WebhookClientConfigBuilder()
        .withNewService()
        .withName("webhook-service")
        .withNamespace("system")
        .withPath(path)
        .endService()
        .build();
  }

  private static String yaml(HasMetadata configuration) {
    try {
      return YAMLMapper.builder()
          .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
          .build()
          .writeValueAsString(configuration);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
