package dev.catamaran.validation;

import dev.catamaran.api.ChartExtension;
import dev.catamaran.kit.Webhook;
import dev.catamaran.watch.Source.ExtensionSource;
import dev.catamaran.watch.Source.HelmChart;
import dev.catamaran.watch.Source.JavaReconcilers;
import dev.catamaran.watch.Watch;
import dev.catamaran.watch.WebhookSource;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import java.util.Optional;
import java.util.stream.Stream;

/** The classes that an entry of watches.yaml names. */
final class ClassesOfWatch {
  private ClassesOfWatch() {}

  /** A class name, and the type that the class must have. */
  record Named(String field, String name, Class<?> type) {
    /** Returns what is wrong with the class. */
    Optional<String> problem() {
      try {
        var found = Class.forName(name, false, ClassesOfWatch.class.getClassLoader());
        return type.isAssignableFrom(found)
            ? Optional.empty()
            : Optional.of("class " + name + " does not implement " + type.getName());
      } catch (ClassNotFoundException e) {
        return Optional.of("class " + name + " is not on the class path");
      }
    }
  }

  static Stream<Named> of(Watch watch) {
    var webhooks =
        watch.webhooks().stream()
            .filter(WebhookSource.Named.class::isInstance)
            .map(source -> ((WebhookSource.Named) source).className())
            .map(name -> new Named("webhooks", name, Webhook.class));
    return Stream.concat(ofSource(watch), webhooks);
  }

  private static Stream<Named> ofSource(Watch watch) {
    return switch (watch.source()) {
      case JavaReconcilers(var names) ->
          names.stream().map(name -> new Named("reconciler", name, Reconciler.class));
      case HelmChart chart ->
          chart.extensions().stream()
              .filter(ExtensionSource.Named.class::isInstance)
              .map(source -> ((ExtensionSource.Named) source).className())
              .map(name -> new Named("extensions", name, ChartExtension.class));
      default -> Stream.empty();
    };
  }

  /** Returns whether all classes of an entry can be used. */
  static boolean areUsable(Watch watch) {
    return of(watch).allMatch(named -> named.problem().isEmpty());
  }
}
