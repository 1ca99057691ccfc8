package dev.catamaran.webhook;

import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Version;

/** The old version of {@link Kettle}. */
@Group(Kettle.GROUP)
@Version("v1")
@Kind("Kettle")
public class OldKettle extends CustomResource<OldKettle.Spec, Void> implements Namespaced {
  /** The desired state. */
  public record Spec(int liters) {}
}
