package dev.catamaran.validation;

import dev.catamaran.api.ChartExtension;
import dev.catamaran.kit.Webhook;
import dev.catamaran.watch.Watch;
import dev.catamaran.watch.Watch.Source.ExtensionSource;
import dev.catamaran.watch.Watch.Source.HelmChart;
import dev.catamaran.watch.Watch.Source.JavaReconcilers;
import dev.catamaran.watch.Watch.WebhookSource;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import java.util.Optional;
import java.util.stream.Stream;

/** The classes that an entry of watches.yaml names. */
final class ClassesCheck {
  private ClassesCheck() {}

  static Stream<String> problems(Watch watch) {
    var webhooks =
        watch.webhooks().stream()
            .filter(WebhookSource.Named.class::isInstance)
            .map(named -> problem(((WebhookSource.Named) named).className(), Webhook.class));
    return Stream.concat(ofSource(watch), webhooks).flatMap(Optional::stream);
  }

  private static Stream<Optional<String>> ofSource(Watch watch) {
    return switch (watch.source()) {
      case JavaReconcilers(var names) ->
          names.stream().map(name -> problem(name, Reconciler.class));
      case HelmChart chart ->
          chart.extensions().stream()
              .filter(ExtensionSource.Named.class::isInstance)
              .map(
                  named ->
                      problem(((ExtensionSource.Named) named).className(), ChartExtension.class));
      default -> Stream.empty();
    };
  }

  private static Optional<String> problem(String name, Class<?> type) {
    try {
      var found = Class.forName(name, false, ClassesCheck.class.getClassLoader());
      return type.isAssignableFrom(found)
          ? Optional.empty()
          : Optional.of("class " + name + " does not implement " + type.getName());
    } catch (ClassNotFoundException e) {
      return Optional.of("class " + name + " is not on the class path");
    }
  }
}
