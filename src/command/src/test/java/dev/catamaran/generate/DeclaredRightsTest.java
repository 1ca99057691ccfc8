package dev.catamaran.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.kit.Rbac;
import dev.catamaran.rights.ClassRights;
import dev.catamaran.rights.Rule.Field;
import dev.catamaran.watch.Options;
import dev.catamaran.watch.Watch;
import dev.catamaran.watch.Watch.Source.JavaReconcilers;
import dev.catamaran.watch.Watches;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Version;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DeclaredRightsTest {
  private static final GroupVersionKind REALM =
      GroupVersionKind.parse("test.my.domain/v1", "Realm");

  @Test
  void applyWhereTheObjectsAre() {
    assertEquals(
        List.of("CLUSTER [nodes/status] [patch]", "NAMESPACE [pods] [patch]"),
        rights(REALM, RealmReconciler.class).rules().stream()
            .map(
                rule ->
                    rule.reach() + " " + rule.get(Field.RESOURCES) + " " + rule.get(Field.VERBS))
            .toList());
  }

  @Test
  void nameTheKindsOutsideOfNamespaces() {
    assertEquals(Set.of(REALM), rights(REALM, RealmReconciler.class).clusterScoped());
    assertEquals(
        Set.of(),
        rights(GroupVersionKind.parse("test.my.domain/v1", "Boat"), BoatReconciler.class)
            .clusterScoped());
  }

  private static ClassRights rights(GroupVersionKind kind, Class<?> reconciler) {
    var source = new JavaReconcilers(List.of(reconciler.getName()));
    var watch = new Watch(kind, source, Options.DEFAULT, 0);
    return DeclaredRights.of(new Watches(Path.of("watches.yaml"), List.of(watch), List.of()));
  }

  @Group("test.my.domain")
  @Version("v1")
  static class Realm extends CustomResource<Void, Void> {}

  @Group("test.my.domain")
  @Version("v1")
  static class Boat extends CustomResource<Void, Void> implements Namespaced {}

  @Rbac(
      resources = {"nodes/status", "pods"},
      verbs = "patch")
  static final class RealmReconciler implements Reconciler<Realm> {
    @Override
    public UpdateControl<Realm> reconcile(Realm realm, Context<Realm> context) {
      return UpdateControl.noUpdate();
    }
  }

  static final class BoatReconciler implements Reconciler<Boat> {
    @Override
    public UpdateControl<Boat> reconcile(Boat boat, Context<Boat> context) {
      return UpdateControl.noUpdate();
    }
  }
}
