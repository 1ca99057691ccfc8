package dev.catamaran.webhook;

import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Version;
import org.jspecify.annotations.Nullable;

/** The reconciled version of a kind. {@link OldKettle} is its other version. */
@Group(Kettle.GROUP)
@Version("v2")
public class Kettle extends CustomResource<Kettle.Spec, Void> implements Namespaced {
  public static final String GROUP = "webhook.catamaran.dev";

  /**
   * The desired state.
   *
   * @param milliliters the volume
   * @param material steel if absent
   */
  public record Spec(int milliliters, @Nullable String material) {}
}
