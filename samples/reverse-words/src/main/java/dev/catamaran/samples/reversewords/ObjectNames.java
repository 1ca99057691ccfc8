package dev.catamaran.samples.reversewords;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.Map;

/**
 * Names and labels of one ReverseWordsApp's objects.
 *
 * @param namespace of all of them
 * @param app name of the ReverseWordsApp
 */
record ObjectNames(String namespace, String app) {

  /** Label with the ReverseWordsApp's name on every object. */
  static final String LABEL = "app";

  static ObjectNames of(ReverseWordsApp app) {
    return new ObjectNames(app.getMetadata().getNamespace(), app.getMetadata().getName());
  }

  String deployment() {
    return "dp-" + app;
  }

  String service() {
    return "service-" + app;
  }

  /**
   * Returns the labels of Deployment, pods and Service, and the selectors of Deployment and
   * Service.
   */
  Map<String, String> labels() {
    return Map.of(LABEL, app);
  }

  /** Returns the metadata of an object with that name. */
  ObjectMeta metadata(String name) {
    return new ObjectMetaBuilder()
        .withNamespace(namespace)
        .withName(name)
        .withLabels(labels())
        .build();
  }
}
