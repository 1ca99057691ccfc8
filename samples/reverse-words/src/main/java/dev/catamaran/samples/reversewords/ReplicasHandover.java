package dev.catamaran.samples.reversewords;

import io.fabric8.kubernetes.api.model.FieldsV1;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import java.util.Map;
import java.util.Optional;

/**
 * Transfer of the number of replicas after its removal from the spec. An apply without the number
 * deletes the number that the same field manager applied before, and the Deployment falls back to
 * 1. So another field manager applies the current number first (Kubernetes, server-side apply,
 * transferring ownership).
 */
final class ReplicasHandover {

  /** Field manager of the number until an autoscaler or a person sets another. */
  static final String KEEPER = "reversewords-replicas";

  private ReplicasHandover() {}

  /**
   * Returns the keeper's object to apply before the Deployment is applied without a number; empty
   * if we do not own the number, or keep it.
   *
   * @param fieldManager our field manager
   */
  static Optional<Deployment> of(ReverseWordsApp app, Deployment live, String fieldManager) {
    return app.wishes().size().isEmpty() && holdsReplicas(live, fieldManager)
        ? Optional.of(numberOf(live))
        : Optional.empty();
  }

  private static Deployment numberOf(Deployment live) {
    return new DeploymentBuilder()
        .withNewMetadata()
        .withNamespace(live.getMetadata().getNamespace())
        .withName(live.getMetadata().getName())
        .withUid(live.getMetadata().getUid())
        .endMetadata()
        .withNewSpec()
        .withReplicas(live.getSpec().getReplicas())
        .endSpec()
        .build();
  }

  private static boolean holdsReplicas(Deployment live, String fieldManager) {
    return live.getMetadata().getManagedFields().stream()
        .filter(entry -> fieldManager.equals(entry.getManager()))
        .filter(entry -> "Apply".equals(entry.getOperation()))
        .map(ManagedFieldsEntry::getFieldsV1)
        .map(FieldsV1::getAdditionalProperties)
        .map(fields -> fields.get("f:spec"))
        .anyMatch(spec -> spec instanceof Map<?, ?> fields && fields.containsKey("f:replicas"));
  }
}
