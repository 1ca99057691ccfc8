package dev.catamaran.rollout;

import dev.catamaran.api.GroupVersionKind;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;

/** The API of ChartRollout. */
public final class RolloutKind {
  static final String KIND = "ChartRollout";
  static final String API_VERSION = "catamaran.dev/v1alpha1";

  public static final GroupVersionKind GVK =
      new GroupVersionKind("catamaran.dev", "v1alpha1", KIND);

  /** The kind, for requests. */
  public static final ResourceDefinitionContext API =
      new ResourceDefinitionContext.Builder()
          .withGroup("catamaran.dev")
          .withVersion("v1alpha1")
          .withKind(KIND)
          .withPlural("chartrollouts")
          .withNamespaced(true)
          .build();

  private RolloutKind() {}
}
