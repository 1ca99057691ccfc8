package dev.catamaran.samples.ptemplate;

import io.fabric8.kubernetes.client.utils.Serialization;

/** Objects as the API server would show them. */
final class Samples {
  /** The spec of a Ptemplate with only the required fields. */
  static final String LEAST = "{selector: {node: worker}}";

  /** The spec of a Ptemplate with all fields. */
  static final String MOST =
      """
      selector: {node: worker}
      maxdev: 7
      defaultmsg: ahoy
      deviceplugin: example.com/plugin:1
      consumer: example.com/consumer:1
      requiredDevices: 2
      imagePullSecret: {name: pull}
      """;

  private Samples() {}

  /** A Ptemplate with this spec in YAML. */
  static Ptemplate ptemplate(String spec) {
    return named("sample", spec);
  }

  static Ptemplate named(String name, String spec) {
    return Serialization.unmarshal(
        """
        apiVersion: pt.example.com/v1alpha1
        kind: Ptemplate
        metadata: {name: %s, namespace: default, uid: uid-of-sample, generation: 3}
        spec:
        %s
        """
            .formatted(name, spec.indent(2)),
        Ptemplate.class);
  }
}
