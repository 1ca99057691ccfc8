package dev.catamaran.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.cluster.KindClasses.OfKind;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.List;
import org.junit.jupiter.api.Test;

class KindClassesTest {
  private static final String GO_FINALIZER = "helm.sdk.operatorframework.io/uninstall-release";
  private static final String OLDER = "uninstall-helm-release";

  @Test
  void getsOurFinalizerBesideThatOfAGoOperator() throws Exception {
    assertFalse(primary(false, GO_FINALIZER).hasFinalizer(Finalizers.OURS));
    assertTrue(primary(false, GO_FINALIZER, Finalizers.OURS).hasFinalizer(Finalizers.OURS));
  }

  @Test
  void isCleanedUpWithOnlyTheFinalizerOfAGoOperator() throws Exception {
    assertTrue(primary(true, GO_FINALIZER).hasFinalizer(Finalizers.OURS));
    assertTrue(primary(true, OLDER).hasFinalizer(Finalizers.OURS));
    assertFalse(primary(true, "example.com/other").hasFinalizer(Finalizers.OURS));
    assertFalse(primary(true, GO_FINALIZER).hasFinalizer("example.com/other"));
  }

  @Test
  void losesAllFinalizersOfTheReleaseAtOnceAndNoOther() throws Exception {
    var primary = primary(true, GO_FINALIZER, "example.com/other", OLDER, Finalizers.OURS);

    assertTrue(primary.removeFinalizer(Finalizers.OURS));

    assertEquals(List.of("example.com/other"), primary.getFinalizers());
    assertFalse(primary.removeFinalizer(Finalizers.OURS));
  }

  private static OfKind primary(boolean isDeleted, String... finalizers) throws Exception {
    var kind =
        new ResourceDefinitionContext.Builder()
            .withGroup("example.com")
            .withVersion("v1")
            .withKind("Shop")
            .withPlural("shops")
            .withNamespaced(true)
            .build();
    var primary = KindClasses.of(kind).getDeclaredConstructor().newInstance();
    primary.setMetadata(
        new ObjectMetaBuilder()
            .withName("one")
            .withFinalizers(finalizers)
            .withDeletionTimestamp(isDeleted ? "2026-03-01T12:00:00Z" : null)
            .build());
    return primary;
  }
}
