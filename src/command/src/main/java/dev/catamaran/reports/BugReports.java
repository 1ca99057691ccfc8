package dev.catamaran.reports;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.catamaran.api.ManagerException;
import dev.catamaran.fields.Credentials;
import dev.catamaran.informer.Pages;
import dev.catamaran.inspect.ApiFailure;
import dev.catamaran.inspect.PrimaryObject;
import dev.catamaran.inspect.PrimaryRelease;
import dev.catamaran.inspect.PrimaryRow;
import dev.catamaran.inspect.PrimaryRow.PrimaryList;
import dev.catamaran.inspect.Scope;
import dev.catamaran.inspect.Target;
import dev.catamaran.release.SecretTexts;
import dev.catamaran.reports.BugReport.Request;
import dev.catamaran.reports.BugReport.Section;
import dev.catamaran.status.Reasons;
import dev.catamaran.terminal.Ink.Paint;
import dev.catamaran.terminal.Output;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.nio.file.Files;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Collects what a bug report needs. What this person may not read, or what does not exist, is a
 * note in the report. Changes nothing.
 */
final class BugReports {
  /** Those that are not ready; a report about a whole fleet would have the same again and again. */
  private static final int MOST_PRIMARIES = 10;

  /** Limit of a line of the log, in characters. */
  private static final int LONGEST_LINE = 2_000;

  /** The label of each manager since kubebuilder's first projects. */
  private static final String LABEL = "control-plane";

  private static final String MANAGER = "controller-manager";
  private static final YAMLMapper YAML = new YAMLMapper();

  private final Scope scope;
  private final Request request;
  private final Clock clock;
  private final List<Section> sections = new ArrayList<>();
  private final List<SecretTexts> secrets = new ArrayList<>();

  BugReports(Scope scope, Request request, Clock clock) {
    this.scope = scope;
    this.request = request;
    this.clock = clock;
  }

  BugReport collect() {
    sections.add(Section.of("Versions", versions()));
    add("watches.yaml", this::watches);
    boolean isThere = add("Kubernetes", this::kubernetes);
    // Each further request would wait for the same API server.
    if (isThere) {
      addOperators();
      addPrimaries();
    }
    return new BugReport(sections.stream().map(section -> section.hiding(secrets)).toList());
  }

  /**
   * Adds a section, or a note about what hindered it.
   *
   * @return whether the API server answered
   */
  private boolean add(String title, Supplier<String> text) {
    try {
      sections.add(Section.of(title, text.get()));
      return true;
    } catch (RuntimeException e) {
      sections.add(Section.missing(title, reason(e)));
      return !(e instanceof KubernetesClientException failure) || failure.getCode() > 0;
    }
  }

  /** A defect in one part hinders no other part: a report is for the search of defects. */
  private static String reason(RuntimeException failure) {
    return switch (failure) {
      case ManagerException known -> String.valueOf(known.getMessage());
      case KubernetesClientException refused -> ApiFailure.reason(refused);
      default -> "unexpected failure: " + failure;
    };
  }

  private String versions() {
    return """
        %s
        Java %s, %s %s
        %s"""
        .formatted(
            request.command(),
            System.getProperty("java.version"),
            System.getProperty("os.name"),
            System.getProperty("os.arch"),
            clock.instant());
  }

  private String kubernetes() {
    var version = scope.client().getKubernetesVersion();
    return "Kubernetes %s, %s".formatted(version.getGitVersion(), version.getPlatform());
  }

  private String watches() {
    var file = request.watches();
    if (!Files.exists(file)) {
      throw new ManagerException(
          "%s does not exist; write --watches-file with the operator's file".formatted(file));
    }
    try {
      var watches = YAML.readTree(file.toFile());
      watches.findValues("overrideValues").forEach(each -> secrets.add(Credentials.named(each)));
      return Output.YAML.of(Credentials.withoutOverrides(watches), List::of) + problems();
    } catch (IOException e) {
      // The message may quote the text.
      throw new ManagerException("%s is not valid YAML, or cannot be read".formatted(file));
    }
  }

  private String problems() {
    try {
      Scope.watches(Optional.of(request.watches()));
      return "";
    } catch (ManagerException e) {
      return "\n\nproblems:\n" + e.getMessage();
    }
  }

  private void addOperators() {
    var found = new ArrayList<OperatorPod>();
    add(
        "Operator",
        () -> {
          pods().stream().flatMap(pod -> OperatorPod.of(pod).stream()).forEach(found::add);
          if (found.isEmpty()) {
            throw new ManagerException(
                "no pod with the label %s=%s runs it%s"
                    .formatted(
                        LABEL,
                        MANAGER,
                        request.operatorNamespace().map(" in namespace %s"::formatted).orElse("")));
          }
          return found.stream().flatMap(OperatorPod::lines).collect(Collectors.joining("\n"));
        });
    for (var pod : found) {
      if (pod.hasRestarted()) {
        add("Log of %s before its restart".formatted(pod.title()), () -> log(pod, true));
      }
      add("Log of " + pod.title(), () -> log(pod, false));
    }
  }

  /** A container that runs the operator. */
  private record OperatorPod(Pod pod, Container container) {
    /** Returns the operator in a pod; empty if another program runs there. */
    static Optional<OperatorPod> of(Pod pod) {
      return pod.getSpec().getContainers().stream()
          .filter(container -> container.getArgs().stream().limit(1).anyMatch("run"::equals))
          .findFirst()
          .map(container -> new OperatorPod(pod, container));
    }

    String title() {
      return pod.getMetadata().getNamespace() + "/" + pod.getMetadata().getName();
    }

    boolean hasRestarted() {
      return status().filter(status -> status.getRestartCount() > 0).isPresent();
    }

    private Optional<ContainerStatus> status() {
      return pod.getStatus().getContainerStatuses().stream()
          .filter(status -> status.getName().equals(container.getName()))
          .findFirst();
    }

    /** Returns what it runs, and how it ended last. */
    Stream<String> lines() {
      var about =
          "pod %s, phase %s\nimage: %s\narguments: %s"
              .formatted(
                  title(),
                  pod.getStatus().getPhase(),
                  container.getImage(),
                  String.join(" ", container.getArgs()));
      var end =
          status()
              .map(ContainerStatus::getLastState)
              .map(ContainerState::getTerminated)
              .map(
                  last ->
                      "last end: %s, exit code %d, at %s"
                          .formatted(last.getReason(), last.getExitCode(), last.getFinishedAt()));
      return Stream.concat(Stream.of(about), end.stream());
    }
  }

  private List<Pod> pods() {
    var all = scope.client().pods();
    var within =
        request.operatorNamespace().isPresent()
            ? all.inNamespace(request.operatorNamespace().get())
            : all.inAnyNamespace();
    try {
      return Pages.all(within.withLabel(LABEL, MANAGER)::list);
    } catch (KubernetesClientException e) {
      if (e.getCode() == HttpURLConnection.HTTP_FORBIDDEN
          && request.operatorNamespace().isEmpty()) {
        throw new ManagerException(
            ApiFailure.reason(e) + "; write --operator-namespace to ask for one namespace alone");
      }
      throw e;
    }
  }

  private String log(OperatorPod pod, boolean isOfPrevious) {
    var container =
        scope
            .client()
            .pods()
            .inNamespace(pod.pod().getMetadata().getNamespace())
            .withName(pod.pod().getMetadata().getName())
            .inContainer(pod.container().getName());
    var log =
        isOfPrevious
            ? container.terminated().tailingLines(request.logLines()).getLog()
            : container.tailingLines(request.logLines()).getLog();
    return log.lines()
        .map(line -> line.length() > LONGEST_LINE ? line.substring(0, LONGEST_LINE) + "…" : line)
        .collect(Collectors.joining("\n"));
  }

  private void addPrimaries() {
    if (!request.targets().isEmpty()) {
      request.targets().forEach(this::addNamed);
      return;
    }
    var unready = new ArrayList<PrimaryObject>();
    add(
        "Primaries that are not ready",
        () -> {
          var listing = scope.list();
          listing
              .primaries()
              .filter(primary -> !primary.isTrue(Reasons.READY))
              .forEach(unready::add);
          var rows = new PrimaryList(unready.stream().map(PrimaryRow::of).toList());
          if (unready.isEmpty() && listing.note().isPresent()) {
            throw new ManagerException(listing.note().get());
          }
          var lines =
              unready.isEmpty()
                  ? List.of("all of %d are ready".formatted(listing.primaries().count()))
                  : rows.lines(Output.WIDE, clock, Paint.NONE);
          return Stream.concat(lines.stream(), listing.note().stream())
              .collect(Collectors.joining("\n"));
        });
    unready.stream().limit(MOST_PRIMARIES).forEach(this::addPrimary);
    if (unready.size() > MOST_PRIMARIES) {
      sections.add(
          Section.missing(
              "%d more primaries".formatted(unready.size() - MOST_PRIMARIES),
              "write KIND/NAME for one of them"));
    }
  }

  private void addNamed(Target target) {
    try {
      addPrimary(scope.primary(target));
    } catch (ManagerException | KubernetesClientException e) {
      sections.add(Section.missing(target.kind() + "/" + target.name(), reason(e)));
    }
  }

  private void addPrimary(PrimaryObject primary) {
    var place = primary.namespace().isEmpty() ? "" : " in namespace " + primary.namespace();
    secrets.add(Credentials.named(primary.content().path("spec")));
    addSecrets(primary);
    add(
        primary.title() + place,
        () -> String.join("\n", PrimaryReport.of(scope, primary).lines(clock, Paint.NONE)));
  }

  /** Who may not read Secrets gets what the operator hides by itself. */
  private void addSecrets(PrimaryObject primary) {
    try {
      var found = PrimaryRelease.of(scope.client(), primary);
      secrets.add(found.secrets());
      found
          .history()
          .revisions()
          .forEach(revision -> secrets.add(Credentials.of(revision.manifest().readable())));
    } catch (ManagerException | KubernetesClientException e) {
      sections.add(Section.missing("Secrets of " + primary.title(), reason(e)));
    }
  }
}
