package dev.catamaran.samples.reversewords;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.Map;

/**
 * What the objects of one ReverseWordsApp are called, and how its pods are found.
 *
 * @param namespace of all of them
 * @param app name of the ReverseWordsApp
 */
record ObjectNames(String namespace, String app) {

  /** The label of which every object carries its ReverseWordsApp's name. */
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

  /** The labels of Deployment, pods and Service, and what the first and the last select. */
  Map<String, String> labels() {
    return Map.of(LABEL, app);
  }

  /** The metadata of an object that is called so. */
  ObjectMeta metadata(String name) {
    return new ObjectMetaBuilder()
        .withNamespace(namespace)
        .withName(name)
        .withLabels(labels())
        .build();
  }
}
