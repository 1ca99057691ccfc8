package dev.catamaran.generate;

import dev.catamaran.controller.NamedClass;
import dev.catamaran.kit.Rbac;
import dev.catamaran.rights.Reach;
import dev.catamaran.rights.Rule;
import dev.catamaran.watch.Source.JavaReconcilers;
import dev.catamaran.watch.Watch;
import dev.catamaran.watch.Watches;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The rights that the reconcilers of a watches.yaml declare with {@link Rbac}. */
public final class DeclaredRights {
  private DeclaredRights() {}

  /**
   * Returns the rules.
   *
   * @throws dev.catamaran.api.ManagerException if a class is not on the class path
   */
  public static List<Rule> of(Watches watches) {
    return watches.watches().stream().flatMap(DeclaredRights::of).toList();
  }

  private static Stream<Rule> of(Watch watch) {
    return watch.source() instanceof JavaReconcilers(var names)
        ? names.stream()
            .map(name -> new NamedClass(watch, name).load(Reconciler.class))
            .flatMap(DeclaredRights::of)
        : Stream.empty();
  }

  private static Stream<Rule> of(Class<?> reconciler) {
    return Arrays.stream(reconciler.getAnnotationsByType(Rbac.class))
        .map(
            right ->
                new Rule(
                    Reach.NAMESPACE,
                    List.of(right.groups()),
                    List.of(right.resources()),
                    List.of(right.resourceNames()),
                    List.of(),
                    List.of(right.verbs()),
                    new TreeSet<>(List.of("class " + reconciler.getSimpleName()))));
  }
}
