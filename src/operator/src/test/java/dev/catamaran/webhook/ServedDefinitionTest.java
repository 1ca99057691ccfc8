package dev.catamaran.webhook;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.fixture.Kettle;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ServedDefinitionTest {
  private static final GroupVersionKind HUB = Reviews.KETTLE;

  @Test
  void doubtsOnlyAMismatchOfConverterAndDefinition() {
    assertEquals(List.of(), definition("True", "Webhook").doubts(HUB, Set.of("v1")));
    assertEquals(
        List.of(
            HUB
                + ": its CRD has a webhook convert [v1], and no Converter is declared for it; unless another server answers that webhook, such objects cannot be read"),
        definition("True", "Webhook").doubts(HUB, Set.of()));
    assertEquals(
        List.of(
            HUB
                + ": its CRD serves [v1] too, and no Converter is declared: objects go from one version to the other with nothing changed but apiVersion"),
        definition("True", "None").doubts(HUB, Set.of()));
    assertEquals(
        List.of(
            HUB
                + ": a Converter is declared, but its CRD has no spec.conversion with strategy Webhook; it is never asked"),
        definition("True", "None").doubts(HUB, Set.of("v1")));
  }

  @Test
  void saysWhyAnExistingDefinitionDoesNotServeTheKind() {
    assertEquals(
        List.of(
            "webhook.catamaran.dev/v0, Kind=Kettle: its CRD serves [v1, v2], but not v0; name a served version in watches.yaml, or let the CRD serve this one"),
        definition("True", "None")
            .doubts(new GroupVersionKind(Kettle.GROUP, "v0", "Kettle"), Set.of()));
    var taken = new CustomResourceDefinitionBuilder(parsed("False", "None"));
    taken
        .editStatus()
        .addNewCondition()
        .withType("NamesAccepted")
        .withStatus("False")
        .withMessage("\"kettles\" is already in use")
        .endCondition()
        .endStatus();
    assertEquals(
        List.of(
            HUB
                + ": its CRD is not established: \"kettles\" is already in use; give it names that no other CRD of the group has"),
        ServedDefinition.of(taken.build()).doubts(HUB, Set.of()));
  }

  private static ServedDefinition definition(String established, String strategy) {
    return ServedDefinition.of(parsed(established, strategy));
  }

  private static CustomResourceDefinition parsed(String established, String strategy) {
    return Serialization.unmarshal(
        """
            metadata: {name: kettles.webhook.catamaran.dev, generation: 1}
            spec:
              group: webhook.catamaran.dev
              names: {kind: Kettle}
              conversion: {strategy: %s}
              versions:
              - {name: v0, served: false}
              - {name: v1, served: true}
              - {name: v2, served: true}
            status:
              conditions:
              - {type: Established, status: "%s"}
            """
            .formatted(strategy, established),
        CustomResourceDefinition.class);
  }
}
