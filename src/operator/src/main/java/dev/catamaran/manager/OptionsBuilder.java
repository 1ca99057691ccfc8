package dev.catamaran.manager;

import dev.catamaran.election.ElectionTimes;
import dev.catamaran.informer.WatchedNamespaces;
import dev.catamaran.options.BindAddress;
import dev.catamaran.options.ManagerOptions;
import dev.catamaran.options.ManagerOptions.Election;
import dev.catamaran.options.MetricsEndpoint;
import dev.catamaran.options.WebhookOptions;
import dev.catamaran.release.NameRule;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Gathers a manager's options. Defaults are those of the Go operators. */
final class OptionsBuilder {
  /** Kubernetes' limit for the length of a label value. */
  private static final int LONGEST_LABEL = 63;

  Optional<Path> kubeconfig = Optional.empty();
  List<String> namespaces = ofEnvironment();
  Duration reconcilePeriod = Duration.ofMinutes(1);
  int maxConcurrentReconciles = Runtime.getRuntime().availableProcessors();
  String metricsAddress = ":8080";
  Optional<MetricsEndpoint.Tls> metricsTls = Optional.empty();
  String probeAddress = ":8081";
  String webhookAddress = WebhookOptions.DEFAULT_ADDRESS;
  Optional<Path> webhookCertificates = Optional.empty();
  Optional<String> electionId = Optional.empty();
  Optional<String> electionNamespace = Optional.empty();
  ElectionTimes electionTimes = ElectionTimes.DEFAULT;
  Duration gracePeriod = Duration.ofSeconds(8);
  Optional<String> defaultServiceAccount = Optional.empty();
  Optional<Interceptor> interceptor = Optional.empty();
  Optional<Path> chartCache = Optional.empty();
  Optional<Path> registryConfig = Optional.empty();

  List<String> problems() {
    var problems = new ArrayList<String>();
    checkAddress(metricsAddress, problems);
    checkAddress(probeAddress, problems);
    checkAddress(webhookAddress, problems);
    if (maxConcurrentReconciles < 1) {
      problems.add("maxConcurrentReconciles must be 1 or more, not " + maxConcurrentReconciles);
    }
    if (!reconcilePeriod.isPositive()) {
      problems.add("reconcilePeriod must be positive, not " + reconcilePeriod);
    }
    if (gracePeriod.isNegative()) {
      problems.add("gracefulShutdownTimeout must not be negative, but is " + gracePeriod);
    }
    namespaces.stream()
        .filter(name -> !NameRule.NAMESPACE.accepts(name))
        .map(
            name ->
                NameRule.NAMESPACE.refusal(name) + "; WATCH_NAMESPACE separates names by commas")
        .forEach(problems::add);
    defaultServiceAccount
        .filter(name -> !NameRule.SERVICE_ACCOUNT.accepts(name))
        .ifPresent(name -> problems.add("default " + NameRule.SERVICE_ACCOUNT.refusal(name)));
    electionId.ifPresent(id -> checkElection(id, problems));
    problems.addAll(electionTimes.problems());
    return problems;
  }

  /** Returns the options. Must be called only if there is no problem. */
  ManagerOptions build() {
    return new ManagerOptions(
        kubeconfig,
        new WatchedNamespaces(Set.copyOf(namespaces)),
        reconcilePeriod,
        maxConcurrentReconciles,
        BindAddress.parse(metricsAddress).map(where -> new MetricsEndpoint(where, metricsTls)),
        BindAddress.parse(probeAddress),
        new WebhookOptions(BindAddress.parse(webhookAddress), webhookCertificates),
        electionId.map(id -> new Election(id, electionNamespace, electionTimes)),
        gracePeriod,
        defaultServiceAccount,
        interceptor);
  }

  private static void checkAddress(String address, List<String> problems) {
    try {
      BindAddress.parse(address);
    } catch (IllegalArgumentException e) {
      problems.add(String.valueOf(e.getMessage()));
    }
  }

  private static void checkElection(String id, List<String> problems) {
    if (id.isBlank()) {
      problems.add("the leader election id must not be empty: it is the name of the lease");
    }
    if (id.length() > LONGEST_LABEL) {
      problems.add(
          "the leader election id is also a label on what the operator makes, and may have %d characters at most"
              .formatted(LONGEST_LABEL));
    }
  }

  /** Reads a comma-separated list; empty for all namespaces, as in the Go operators. */
  private static List<String> ofEnvironment() {
    var names = Optional.ofNullable(System.getenv("WATCH_NAMESPACE")).orElse("");
    return Arrays.stream(names.split(","))
        .map(String::strip)
        .filter(name -> !name.isEmpty())
        .toList();
  }
}
