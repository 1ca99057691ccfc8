package dev.catamaran.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.testcluster.TestNamespace;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.List;
import org.junit.jupiter.api.Test;

class FinalizerExchangeIT {
  private static final String OF_A_GO_OPERATOR = "uninstall-helm-release";

  @Test
  void keepsAFinalizerThatAnotherClientAddsMeanwhile(TestNamespace namespace) {
    var one = namespace.widget("one");
    var served = one.apply("{}").resource().get();
    var parts = served.getApiVersion().split("/");
    var type =
        KindClasses.of(
            new ResourceDefinitionContext.Builder()
                .withGroup(parts[0])
                .withVersion(parts[1])
                .withKind(served.getKind())
                .withPlural("widgets")
                .withNamespaced(true)
                .build());
    var known = namespace.client().resources(type).inNamespace(namespace.name()).withName("one");
    finalizers(namespace, Finalizers.OURS, OF_A_GO_OPERATOR);
    var before = known.get();
    finalizers(namespace, Finalizers.OURS, OF_A_GO_OPERATOR, "example.com/hold");
    var exchange = new FinalizerExchange(namespace.client());

    exchange.complete(before);

    assertEquals(
        List.of(Finalizers.OURS, OF_A_GO_OPERATOR, "example.com/hold"), finalizers(known.get()));

    exchange.complete(known.get());

    assertEquals(List.of(Finalizers.OURS, "example.com/hold"), finalizers(known.get()));
    finalizers(namespace);
  }

  private static void finalizers(TestNamespace namespace, String... wanted) {
    namespace.widget("one").patch("{metadata: {finalizers: %s}}".formatted(List.of(wanted)));
  }

  private static List<String> finalizers(HasMetadata primary) {
    return primary.getMetadata().getFinalizers();
  }
}
