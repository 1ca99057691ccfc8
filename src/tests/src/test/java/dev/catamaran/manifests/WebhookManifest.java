package dev.catamaran.manifests;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.kit.Webhook;
import dev.catamaran.webhook.KindWebhooks;
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
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/**
 * By which the API server asks the webhooks of some kinds, as kubebuilder names it all.
 *
 * @param kinds each with webhooks that are asked about it
 */
record WebhookManifest(List<Kind> kinds) implements Manifest {

  /**
   * A kind with webhooks.
   *
   * @param type the class of the kind
   */
  record Kind(Class<? extends HasMetadata> type, List<Webhook> webhooks) {
    KindWebhooks sorted() {
      var gvk = GroupVersionKind.parse(HasMetadata.getApiVersion(type), HasMetadata.getKind(type));
      return KindWebhooks.of(gvk, webhooks);
    }

    ValidatingWebhook validating() {
      return new ValidatingWebhookBuilder()
          .withName(name("v"))
          .withClientConfig(client(WebhookPaths.validate(sorted().gvk())))
          .withRules(rule(sorted().validated()))
          .withFailurePolicy("Fail")
          .withSideEffects("None")
          .withAdmissionReviewVersions("v1")
          .build();
    }

    MutatingWebhook mutating() {
      return new MutatingWebhookBuilder()
          .withName(name("m"))
          .withClientConfig(client(WebhookPaths.mutate(sorted().gvk())))
          .withRules(rule(List.of(Operation.CREATE, Operation.UPDATE)))
          .withFailurePolicy("Fail")
          .withSideEffects("None")
          .withAdmissionReviewVersions("v1")
          .build();
    }

    private String name(String sort) {
      return "%s%s-%s.%s"
          .formatted(
              sort,
              HasMetadata.getKind(type).toLowerCase(Locale.ROOT),
              HasMetadata.getVersion(type),
              HasMetadata.getGroup(type));
    }

    private RuleWithOperations rule(Collection<Operation> operations) {
      return new RuleWithOperationsBuilder()
          .withApiGroups(HasMetadata.getGroup(type))
          .withApiVersions(HasMetadata.getVersion(type))
          .withResources(HasMetadata.getPlural(type))
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
  }

  @Override
  public Path path() {
    return Path.of("config/webhook/manifests.yaml");
  }

  @Override
  public String text() {
    var validating =
        new ValidatingWebhookConfigurationBuilder()
            .withNewMetadata()
            .withName("validating-webhook-configuration")
            .endMetadata()
            .withWebhooks(
                kinds.stream()
                    .filter(kind -> !kind.sorted().validated().isEmpty())
                    .map(Kind::validating)
                    .toList())
            .build();
    var mutating =
        new MutatingWebhookConfigurationBuilder()
            .withNewMetadata()
            .withName("mutating-webhook-configuration")
            .endMetadata()
            .withWebhooks(
                kinds.stream().filter(kind -> kind.sorted().mutates()).map(Kind::mutating).toList())
            .build();
    return "# Generated from the webhooks of the kinds by `make manifests`.\n"
        + (mutating.getWebhooks().isEmpty() ? "" : yaml(mutating))
        + (validating.getWebhooks().isEmpty() ? "" : yaml(validating));
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
