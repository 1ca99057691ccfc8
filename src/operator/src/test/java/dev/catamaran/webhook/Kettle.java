package dev.catamaran.webhook;

import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Version;
import org.jspecify.annotations.Nullable;

/** A kind as it is reconciled; {@link OldKettle} is its other version. */
@Group(Kettle.GROUP)
@Version("v2")
public class Kettle extends CustomResource<Kettle.Spec, Void> implements Namespaced {
  public static final String GROUP = "webhook.catamaran.dev";

  /**
   * What a person asks for.
   *
   * @param milliliters how much it holds
   * @param material steel, if it is not said
   */
  public record Spec(int milliliters, @Nullable String material) {}
}
