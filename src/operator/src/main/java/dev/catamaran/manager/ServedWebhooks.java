package dev.catamaran.manager;

import dev.catamaran.api.ManagerException;
import dev.catamaran.controller.NamedClass;
import dev.catamaran.kit.OperatorRuntime;
import dev.catamaran.kit.Webhook;
import dev.catamaran.options.WebhookOptions;
import dev.catamaran.server.ManagementServer;
import dev.catamaran.watch.Watch;
import dev.catamaran.watch.Watch.WebhookSource;
import dev.catamaran.watch.Watches;
import dev.catamaran.webhook.InvalidWebhookException;
import dev.catamaran.webhook.KindWebhooks;
import dev.catamaran.webhook.ServedDefinition;
import dev.catamaran.webhook.WebhookHandler;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves the webhooks of all watches, in every replica, whether it leads or not. */
final class ServedWebhooks {
  private static final Logger log = LoggerFactory.getLogger(ServedWebhooks.class);

  private final WebhookOptions options;
  private final WebhookHandler handler = new WebhookHandler();
  private final Set<String> reported = ConcurrentHashMap.newKeySet();
  private volatile List<KindWebhooks> kinds = List.of();

  ServedWebhooks(WebhookOptions options) {
    this.options = options;
  }

  /**
   * Makes the webhooks of watches.
   *
   * @param runtime the services for them
   * @throws ManagerException if one cannot be made, or there is no certificate to serve them with
   */
  List<KindWebhooks> of(Watches watches, OperatorRuntime runtime) {
    options
        .problem(watches.watches())
        .ifPresent(
            problem -> {
              throw new ManagerException(problem);
            });
    return watches.watches().stream()
        .filter(watch -> !watch.webhooks().isEmpty())
        .map(watch -> webhooks(watch, runtime))
        .toList();
  }

  void change(List<KindWebhooks> now) {
    kinds = now;
    handler.serve(now);
  }

  /**
   * Starts to serve, if there is a certificate.
   *
   * @throws ManagerException if the certificate cannot be read, or the address is taken
   */
  void start(ManagementServer server) {
    if (options.address().isEmpty()) {
      if (!kinds.isEmpty()) {
        log.warn(
            "The webhooks of {} are not served: {} is 0",
            names(kinds),
            WebhookOptions.ADDRESS_FLAG);
      }
      return;
    }
    options
        .certificates()
        .ifPresent(
            folder -> {
              server.serveWebhooks(options.address().get(), folder, handler);
              if (kinds.isEmpty()) {
                log.info("There is a certificate for webhooks, but none are declared");
              } else {
                log.info("Serving the webhooks of {}", names(kinds));
              }
            });
  }

  /** Logs each doubt about the cluster's definitions and our converters once. */
  void compare(Collection<ServedDefinition> definitions, List<Watch> watches) {
    for (var watch : watches) {
      definitions.stream()
          .filter(definition -> definition.isOf(watch.gvk()))
          .flatMap(definition -> definition.doubts(watch.gvk(), convertible(watch)).stream())
          .filter(reported::add)
          .forEach(log::warn);
    }
  }

  private Set<String> convertible(Watch watch) {
    return kinds.stream()
        .filter(kind -> kind.gvk().equals(watch.gvk()))
        .flatMap(kind -> kind.convertible().stream())
        .collect(Collectors.toSet());
  }

  private static KindWebhooks webhooks(Watch watch, OperatorRuntime runtime) {
    var webhooks =
        watch.webhooks().stream().map(source -> webhook(watch, source, runtime)).toList();
    try {
      return KindWebhooks.of(watch.gvk(), webhooks);
    } catch (InvalidWebhookException e) {
      throw NamedClass.problem(watch, String.valueOf(e.getMessage()));
    }
  }

  private static Webhook webhook(Watch watch, WebhookSource source, OperatorRuntime runtime) {
    return switch (source) {
      case WebhookSource.Named(var name) ->
          new NamedClass(watch, name).instance(Webhook.class, runtime);
      case WebhookSource.Given(var webhook) -> webhook;
    };
  }

  private static String names(List<KindWebhooks> kinds) {
    return kinds.stream().map(kind -> kind.gvk().kind()).collect(Collectors.joining(", "));
  }
}
