package dev.catamaran.it;

import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.testcluster.TestNamespace;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.util.Map;
import java.util.Optional;

/** Widgets of a namespace. */
public final class Widgets {
  public static final GroupVersionKind KIND =
      GroupVersionKind.parse("test.catamaran.dev/v1", "Widget");

  private Widgets() {}

  public static Resource<Widget> of(TestNamespace namespace, String name) {
    return namespace.client().resources(Widget.class).inNamespace(namespace.name()).withName(name);
  }

  public static Widget existing(TestNamespace namespace, String name) {
    return Optional.ofNullable(of(namespace, name).get()).orElseThrow();
  }

  /** Returns a Widget with only a status. The applier would own every other field. */
  public static Widget carrying(Widget widget, Map<String, Object> status) {
    var carrier = new Widget();
    carrier.setMetadata(
        new ObjectMetaBuilder()
            .withName(widget.getMetadata().getName())
            .withNamespace(widget.getMetadata().getNamespace())
            .build());
    carrier.setStatus(status);
    return carrier;
  }

  /** Returns an empty map for a Widget without a status. */
  public static Map<String, Object> status(TestNamespace namespace, String name) {
    return Optional.ofNullable(existing(namespace, name).getStatus()).orElse(Map.of());
  }
}
