package dev.catamaran.samples.reversewords;

import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;

/** The fields of a ReverseWordsApp's Service that we own; all others are left to the user. */
final class ReverseWordsService {

  private ReverseWordsService() {}

  static Service of(ReverseWordsApp app) {
    var names = ObjectNames.of(app);
    return new ServiceBuilder()
        .withMetadata(names.metadata(names.service()))
        .withNewSpec()
        .withType("LoadBalancer")
        .withSelector(names.labels())
        .addNewPort()
        .withName("http")
        .withPort(ReverseWordsDeployment.PORT)
        .withProtocol("TCP")
        .endPort()
        .endSpec()
        .build();
  }
}
