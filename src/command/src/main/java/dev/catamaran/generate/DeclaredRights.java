package dev.catamaran.generate;

import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.controller.NamedClass;
import dev.catamaran.controller.TypedReconcilers;
import dev.catamaran.kit.Rbac;
import dev.catamaran.recorder.Discovery;
import dev.catamaran.rights.ClassRights;
import dev.catamaran.rights.Rule;
import dev.catamaran.rights.Rule.Field;
import dev.catamaran.rights.Rule.Reach;
import dev.catamaran.watch.Watch;
import dev.catamaran.watch.Watch.Source.JavaReconcilers;
import dev.catamaran.watch.Watches;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/** The rights that the reconcilers of a watches.yaml declare with {@link Rbac}. */
public final class DeclaredRights {
  private DeclaredRights() {}

  public static ClassRights of(Watches watches) {
    var rules = new ArrayList<Rule>();
    var clusterScoped = new HashSet<GroupVersionKind>();
    for (var watch : watches.watches()) {
      for (var reconciler : reconcilers(watch)) {
        rules.addAll(declared(reconciler));
        if (!Namespaced.class.isAssignableFrom(TypedReconcilers.primary(watch, reconciler))) {
          clusterScoped.add(watch.gvk());
        }
      }
    }
    return new ClassRights(rules, clusterScoped);
  }

  private static List<Class<?>> reconcilers(Watch watch) {
    return watch.source() instanceof JavaReconcilers(var names)
        ? names.stream()
            .<Class<?>>map(name -> new NamedClass(watch, name).load(Reconciler.class))
            .toList()
        : List.of();
  }

  /** The objects of a resource that Kubernetes does not serve count as objects in namespaces. */
  private static List<Rule> declared(Class<?> reconciler) {
    var rules = new ArrayList<Rule>();
    for (var right : reconciler.getAnnotationsByType(Rbac.class)) {
      for (var group : right.groups()) {
        for (var resource : right.resources()) {
          var reach = Reach.of(Discovery.isNamespaced(group, resource).orElse(true));
          var why = "class " + reconciler.getSimpleName();
          rules.add(
              Rule.of(reach, group, resource, List.of(right.verbs()), why)
                  .with(Field.NAMES, List.of(right.resourceNames())));
        }
      }
    }
    return rules;
  }
}
