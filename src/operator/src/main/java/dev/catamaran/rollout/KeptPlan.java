package dev.catamaran.rollout;

import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.SecretList;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.NonDeletingOperation;
import io.fabric8.kubernetes.client.dsl.NonNamespaceOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.util.Base64;
import java.util.Optional;

/**
 * The approved plan of a kind, in a Secret of the operator's own namespace: with many primaries, it
 * is too large for a ChartRollout.
 *
 * @param secrets of that namespace
 * @param name of the Secret
 */
record KeptPlan(NonNamespaceOperation<Secret, SecretList, Resource<Secret>> secrets, String name) {
  private static final String TYPE = "catamaran.dev/plan";
  private static final String KEY = "plan";

  /** Limit of the content of a Secret, in bytes: about 12,000 primaries. */
  private static final int LARGEST = 1_000_000;

  /**
   * Keeps a plan in place of the one before. Returns false if it is too large.
   *
   * @throws KubernetesClientException if the API server does not answer, or refuses
   */
  boolean keep(RolloutPlan plan) {
    var content = plan.toBytes();
    if (content.length > LARGEST) {
      return false;
    }
    secrets
        .resource(
            new SecretBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .withType(TYPE)
                .addToData(KEY, Base64.getEncoder().encodeToString(content))
                .build())
        .createOr(NonDeletingOperation::patch);
    return true;
  }

  /**
   * Returns the kept plan; empty if it has another digest, or is gone.
   *
   * @throws KubernetesClientException if the API server does not answer, or refuses
   */
  Optional<RolloutPlan> find(String digest) {
    return Optional.ofNullable(secrets.withName(name).get())
        .flatMap(secret -> Optional.ofNullable(secret.getData()))
        .flatMap(data -> Optional.ofNullable(data.get(KEY)))
        .flatMap(data -> RolloutPlan.read(Base64.getDecoder().decode(data)))
        .filter(plan -> plan.digest().equals(digest));
  }

  /** Deletes the plan, if one is kept. */
  void drop() {
    secrets.withName(name).delete();
  }
}
