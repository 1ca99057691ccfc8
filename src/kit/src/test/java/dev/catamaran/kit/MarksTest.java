package dev.catamaran.kit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceBuilder;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MarksTest {
  private static final PrimaryMapper APPS = new PrimaryMapper("example.com", "App", true);
  private final Marks marks = new Marks("apps", app("shop", "uid-1"));

  @Test
  void addsAControllerReferenceAndALabel() {
    var map = map("shop");
    map.getMetadata().setLabels(Map.of("tier", "web"));
    marks.putOn(map);

    assertEquals(
        Map.of("tier", "web", "app.kubernetes.io/managed-by", "apps"),
        map.getMetadata().getLabels());
    assertEquals(
        List.of(
            new OwnerReferenceBuilder()
                .withApiVersion("example.com/v1")
                .withKind("App")
                .withName("app")
                .withUid("uid-1")
                .withController(true)
                .withBlockOwnerDeletion(true)
                .build()),
        map.getMetadata().getOwnerReferences());
    assertEquals(Set.of(new ResourceID("app", "shop")), APPS.toPrimaryResourceIDs(map));
  }

  @Test
  void usesAnnotationsWhereAnOwnerReferenceIsNotAllowed() {
    for (var namespace : new @Nullable String[] {"elsewhere", null}) {
      var map = map(namespace);
      marks.putOn(map);
      assertEquals(List.of(), map.getMetadata().getOwnerReferences());
      assertTrue(marks.areOn(map));
      assertEquals(Set.of(new ResourceID("app", "shop")), APPS.toPrimaryResourceIDs(map));
    }
  }

  @Test
  void refersToAClusterScopedPrimary() {
    var map = map("shop");
    new Marks("apps", app(null, "uid-1")).putOn(map);
    assertEquals(1, map.getMetadata().getOwnerReferences().size());
    var mapper = new PrimaryMapper("example.com", "App", false);
    assertEquals(Set.of(new ResourceID("app")), mapper.toPrimaryResourceIDs(map));
  }

  @Test
  void recognizesItsObjectsByUid() {
    var map = map("shop");
    marks.putOn(map);
    assertTrue(marks.areOn(map));
    assertFalse(new Marks("apps", app("shop", "uid-2")).areOn(map));
    assertFalse(marks.areOn(map("shop")));
  }

  @Test
  void ignoresAnnotationsOfAnotherManager() {
    var map = map("elsewhere");
    marks.putOn(map);
    assertFalse(new Marks("others", app("shop", "uid-1")).areOn(map));
  }

  @Test
  void addsTheReferenceOnce() {
    var map = map("shop");
    marks.putOn(map);
    marks.putOn(map);
    assertEquals(1, map.getMetadata().getOwnerReferences().size());
  }

  @Test
  void mapsNothingToPrimariesOfAnotherKind() {
    var map = map("shop");
    marks.putOn(map);
    var others = new PrimaryMapper("example.org", "App", true);
    assertEquals(Set.of(), others.toPrimaryResourceIDs(map));
  }

  private static ConfigMap map(@Nullable String namespace) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withName("map")
        .withNamespace(namespace)
        .endMetadata()
        .build();
  }

  private static GenericKubernetesResource app(@Nullable String namespace, String uid) {
    return new GenericKubernetesResourceBuilder()
        .withApiVersion("example.com/v1")
        .withKind("App")
        .withNewMetadata()
        .withName("app")
        .withNamespace(namespace)
        .withUid(uid)
        .endMetadata()
        .build();
  }
}
