package dev.catamaran.it;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Version;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The Widget of test-crds.yaml, for reconcilers in Java. */
@Group("test.catamaran.dev")
@Version("v1")
@Kind("Widget")
public class TypedWidget extends CustomResource<TypedWidget.Spec, TypedWidget.Status>
    implements Namespaced {

  /**
   * The spec, set by tests.
   *
   * @param size any number
   */
  public record Spec(int size) {}

  /**
   * The status, set by reconcilers of tests.
   *
   * @param conditions any
   * @param observedGeneration of the last pass that succeeded
   * @param seen the size in the reconciled spec
   */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Status(
      @Nullable List<Condition> conditions,
      @Nullable Long observedGeneration,
      @Nullable Integer seen) {}
}
