package dev.catamaran.webhook;

import dev.catamaran.api.GroupVersionKind;
import java.util.Locale;

/** Paths of webhooks, equal to kubebuilder's paths, so that its manifests work. */
public final class WebhookPaths {
  /** Path for conversion, of all kinds. */
  public static final String CONVERT = "/convert";

  private WebhookPaths() {}

  /**
   * Returns the path for validation, such as {@code /validate-cache-my-domain-v1-memcachedbackup}.
   */
  public static String validate(GroupVersionKind gvk) {
    return path("validate", gvk);
  }

  /** Returns the path for mutation, such as {@code /mutate-cache-my-domain-v1-memcachedbackup}. */
  public static String mutate(GroupVersionKind gvk) {
    return path("mutate", gvk);
  }

  private static String path(String verb, GroupVersionKind gvk) {
    var group = gvk.group().replace('.', '-');
    return "/%s-%s-%s-%s"
        .formatted(verb, group, gvk.version(), gvk.kind().toLowerCase(Locale.ROOT));
  }
}
