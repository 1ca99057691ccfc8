package dev.catamaran.rollout;

import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.NonDeletingOperation;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Base64;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * The approved plan of a kind, in a Secret of the operator's own namespace: with many primaries, it
 * is too large for a ChartRollout.
 *
 * @param name of the Secret
 */
record KeptPlan(KubernetesClient client, String namespace, String name) {
  private static final String TYPE = "catamaran.dev/plan";
  private static final String KEY = "plan.gz";

  /** Limit of the content of a Secret, in bytes: about 25,000 primaries. */
  private static final int LARGEST = 1_000_000;

  /**
   * Keeps a plan in place of the one before. Returns false if it is too large.
   *
   * @throws KubernetesClientException if the API server does not answer, or refuses
   */
  boolean keep(RolloutPlan plan) {
    var packed = packed(plan.toBytes());
    if (packed.length > LARGEST) {
      return false;
    }
    client
        .secrets()
        .inNamespace(namespace)
        .resource(
            new SecretBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace(namespace)
                .endMetadata()
                .withType(TYPE)
                .addToData(KEY, Base64.getEncoder().encodeToString(packed))
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
    return Optional.ofNullable(client.secrets().inNamespace(namespace).withName(name).get())
        .flatMap(secret -> Optional.ofNullable(secret.getData()))
        .flatMap(data -> Optional.ofNullable(data.get(KEY)))
        .flatMap(KeptPlan::plan)
        .filter(plan -> plan.digest().equals(digest));
  }

  /** Deletes the plan, if one is kept. */
  void drop() {
    client.secrets().inNamespace(namespace).withName(name).delete();
  }

  private static Optional<RolloutPlan> plan(String data) {
    try (var stream =
        new GZIPInputStream(new ByteArrayInputStream(Base64.getDecoder().decode(data)))) {
      return Optional.of(RolloutPlan.read(stream.readAllBytes()));
    } catch (IOException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static byte[] packed(byte[] bytes) {
    var packed = new ByteArrayOutputStream();
    try (var stream = new GZIPOutputStream(packed)) {
      stream.write(bytes);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return packed.toByteArray();
  }
}
