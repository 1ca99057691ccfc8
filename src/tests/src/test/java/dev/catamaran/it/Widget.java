package dev.catamaran.it;

import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Version;
import java.util.Map;

/** The Widget of test-crds.yaml, for typed reconcilers. */
@Group("test.catamaran.dev")
@Version("v1")
public final class Widget extends CustomResource<Map<String, Object>, Map<String, Object>>
    implements Namespaced {
  private static final long serialVersionUID = 1L;
}
