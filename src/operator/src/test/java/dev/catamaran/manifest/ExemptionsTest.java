package dev.catamaran.manifest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.core.JsonPointer;
import dev.catamaran.release.Revision;
import dev.catamaran.release.RevisionStatus;
import dev.catamaran.release.Revisions;
import dev.catamaran.watch.Selector;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExemptionsTest {
  private static final String WEB =
      "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {replicas: 1}\n";

  @ParameterizedTest
  @CsvSource({
    "autoscaling/v2, HorizontalPodAutoscaler, '{apiVersion: apps/v1, kind: Deployment, name: web}', '', /spec/replicas",
    "autoscaling/v1, HorizontalPodAutoscaler, '{apiVersion: apps/v1beta1, kind: Deployment, name: web}', '', /spec/replicas",
    "autoscaling/v2, HorizontalPodAutoscaler, '{apiVersion: apps/v1, kind: Deployment, name: web}', shop, /spec/replicas",
    "autoscaling/v2, HorizontalPodAutoscaler, '{apiVersion: apps/v1, kind: Deployment, name: web}', else, ''",
    "autoscaling/v2, HorizontalPodAutoscaler, '{apiVersion: apps/v1, kind: Deployment, name: db}', '', ''",
    "autoscaling/v2, HorizontalPodAutoscaler, '{apiVersion: apps/v1, kind: StatefulSet, name: web}', '', ''",
    "keda.sh/v1alpha1, ScaledObject, '{name: web}', '', /spec/replicas",
    "example.com/v1, AnyScaler, '{name: web}', '', /spec/replicas",
    "autoscaling.k8s.io/v1, VerticalPodAutoscaler, '{name: web}', '', ''",
  })
  void leaveTheReplicasToAnAutoscalerOfTheSameManifest(
      String apiVersion, String kind, String target, String namespace, String field) {
    var autoscaler =
        "apiVersion: %s\nkind: %s\nmetadata: {name: a, namespace: '%s'}\nspec: {scaleTargetRef: %s}\n"
            .formatted(apiVersion, kind, namespace, target);
    var revision = revision(WEB + "---\n" + autoscaler);
    var fields =
        DriftRules.none()
            .in(revision.manifest(), revision.release().namespace())
            .fields(revision.manifest().objects().getFirst());
    assertEquals(field, text(fields));
  }

  @ParameterizedTest
  @ValueSource(strings = {"annotations", "labels"})
  void exemptObjectsThatOptOut(String where) {
    var object =
        "kind: ConfigMap\nmetadata: {name: a, %s: {catamaran.dev/drift: ignore}}\n"
            .formatted(where);
    var revision = revision(object + "---\n" + WEB);
    var exemptions = DriftRules.none().in(revision.manifest(), revision.release().namespace());
    assertEquals(
        List.of(true, false),
        revision.manifest().objects().stream().map(exemptions::isExempt).toList());
  }

  @Test
  void applyEachRuleToItsObjects() {
    var revision = revision(WEB + "---\nkind: Secret\nmetadata: {name: s}\n");
    var exemptions =
        new DriftRules(
                List.of(
                    rule("Deployment", "/spec/paused"),
                    rule("Deployment", "/spec/replicas"),
                    rule("Secret", "/stringData/password"),
                    rule("Secret")))
            .in(revision.manifest(), revision.release().namespace());
    var objects = revision.manifest().objects();
    assertEquals("/spec/paused /spec/replicas", text(exemptions.fields(objects.get(0))));
    assertEquals("/stringData/password", text(exemptions.fields(objects.get(1))));
    assertEquals(List.of(false, true), objects.stream().map(exemptions::isExempt).toList());
  }

  private static IgnoreRule rule(String kind, String... paths) {
    return new IgnoreRule(
        new ObjectPattern(Optional.of(kind), Optional.empty(), Selector.everything()),
        List.of(paths).stream().map(JsonPointer::compile).toList());
  }

  private static String text(Set<JsonPointer> fields) {
    return fields.stream().map(JsonPointer::toString).collect(Collectors.joining(" "));
  }

  private static Revision revision(String manifest) {
    return Revisions.withManifest(1, RevisionStatus.DEPLOYED, manifest);
  }
}
