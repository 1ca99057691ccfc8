package dev.catamaran.webhook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.fixture.Kettle;
import dev.catamaran.fixture.KettleAdmission;
import dev.catamaran.fixture.KettleConverter;
import dev.catamaran.kit.Validator;
import dev.catamaran.kit.Webhook;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class KindWebhooksTest {

  @Test
  void servesAtThePathsOfKubebuilder() {
    var backup = new GroupVersionKind("cache.my.domain", "v1", "MemcachedBackup");
    assertEquals("/validate-cache-my-domain-v1-memcachedbackup", WebhookPaths.validate(backup));
    assertEquals("/mutate-cache-my-domain-v1-memcachedbackup", WebhookPaths.mutate(backup));
    assertEquals(
        Set.of(WebhookPaths.validate(Reviews.KETTLE), WebhookPaths.mutate(Reviews.KETTLE)),
        Reviews.of(new KettleAdmission()).endpoints().keySet());
  }

  @Test
  void namesTheValidatedOperations() {
    assertEquals(EnumSet.allOf(Operation.class), Operation.validatedBy(KettleAdmission.class));
    assertEquals(Set.of(Operation.CREATE), Operation.validatedBy(AdmissionTest.OnlyBlue.class));
    Validator<GenericKubernetesResource> none = new Validator<>() {};
    assertEquals(Set.of(), Operation.validatedBy(none.getClass()));
  }

  @Test
  void refusesAWebhookOfAnotherKind() {
    assertEquals(
        KettleAdmission.class.getName() + " is about webhook.catamaran.dev/v2, Kind=Kettle",
        problem("Pot", new KettleAdmission()));
  }

  @Test
  void refusesAWebhookWithoutATypeArgument() {
    assertEquals(
        Mute.class.getName()
            + " does not say what it is about; make it a class that implements Validator<YourType>",
        problem("Kettle", new Mute<Kettle>()));
  }

  @Test
  void refusesTwoConvertersOfOneVersion() {
    assertEquals(
        "%1$s and %1$s both convert v1".formatted(KettleConverter.class.getName()),
        problem("Kettle", new KettleConverter(), new KettleConverter()));
  }

  /** Validates an unspecified type. */
  static final class Mute<P extends io.fabric8.kubernetes.api.model.HasMetadata>
      implements Validator<P> {}

  private static String problem(String kind, Webhook... webhooks) {
    var gvk = new GroupVersionKind(Kettle.GROUP, "v2", kind);
    return String.valueOf(
        assertThrows(InvalidWebhookException.class, () -> KindWebhooks.of(gvk, List.of(webhooks)))
            .getMessage());
  }
}
