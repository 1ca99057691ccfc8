package dev.catamaran.samples.ptemplate;

import io.fabric8.kubernetes.client.utils.Serialization;

/** Objects as the API server would show them. */
final class Samples {
  /** A Ptemplate that leaves everything out that can be left out. */
  static final String LEAST = "{selector: {node: worker}}";

  /** A Ptemplate that says everything. */
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

  /** One with that spec, in YAML. */
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
