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
import dev.catamaran.run.TerminalText;
import dev.catamaran.status.Reasons;
import dev.catamaran.terminal.Ink.Paint;
import dev.catamaran.terminal.Output;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a bug report needs, as one text that a person reads before publishing it. What this person
 * may not read, or what does not exist, is a note in the report. Changes nothing.
 */
public final class BugReport {
  /** Those that are not ready; a report about a whole fleet would have the same again and again. */
  private static final int MOST_PRIMARIES = 10;

  /** The label of each manager since kubebuilder's first projects. */
  private static final String LABEL = "control-plane";

  private static final String MANAGER = "controller-manager";

  /**
   * A part of a report.
   *
   * @param text its lines; why there are none if it is missing
   */
  record Section(String title, String text, boolean isMissing) {
    /** Indented text has no marks of Markdown. */
    String markdown() {
      return "## %s\n\n%s"
          .formatted(title, isMissing ? "Not in this report: " + text + "\n" : text.indent(4));
    }
  }

  /**
   * What a person wants in a report.
   *
   * @param command the version of this command
   * @param targets the primaries; none for those that are not ready
   * @param watches the file, which need not exist
   * @param operatorNamespace empty for all namespaces
   * @param logLines how many lines of each log, the newest
   */
  public record Request(
      String command,
      List<Target> targets,
      Path watches,
      Optional<String> operatorNamespace,
      int logLines) {}

  private final Scope scope;
  private final Request request;
  private final Clock clock;
  private final List<Section> sections = new ArrayList<>();
  private final List<SecretTexts> secrets = new ArrayList<>();

  private BugReport(Scope scope, Request request, Clock clock) {
    this.scope = scope;
    this.request = request;
    this.clock = clock;
  }

  /** Collects a report. */
  public static BugReport of(Scope scope, Request request, Clock clock) {
    var report = new BugReport(scope, request, clock);
    report.collect();
    return report;
  }

  /** Returns the parts without secrets. */
  List<Section> sections() {
    return sections.stream()
        .map(each -> new Section(each.title(), hidden(each.text()), each.isMissing()))
        .toList();
  }

  private String hidden(String text) {
    var shown = Credentials.hide(TerminalText.lines(text));
    for (var texts : secrets) {
      shown = texts.hide(shown);
    }
    return shown;
  }

  /** Returns the report in Markdown, which issues show. */
  public String text() {
    return """
        # Report of Catamaran

        Read this text before you publish it. Values of specs and Secrets, and known secret texts, are asterisks.
        Names, messages and log lines of your cluster are as they are.

        """
        + sections().stream().map(Section::markdown).collect(Collectors.joining("\n"));
  }

  /** Returns a line for each part that could not be read. */
  public List<String> missing() {
    return sections().stream()
        .filter(Section::isMissing)
        .map(section -> TerminalText.oneLine(section.title() + ": " + section.text()))
        .toList();
  }

  private void collect() {
    add("Versions", this::versions);
    add("watches.yaml", this::watches);
    // Each further request would wait for the same API server.
    if (add("Kubernetes", this::kubernetes)) {
      addOperators();
      addPrimaries();
    }
  }

  /**
   * Adds a section, or a note about what hindered it.
   *
   * @return whether the API server answered
   */
  private boolean add(String title, Supplier<String> text) {
    try {
      sections.add(new Section(title, text.get(), false));
      return true;
    } catch (RuntimeException e) {
      sections.add(new Section(title, reason(e), true));
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
      var watches = new YAMLMapper().readTree(file.toFile());
      watches.findValues("overrideValues").forEach(each -> secrets.add(Credentials.named(each)));
      return Output.YAML.of(Credentials.withoutOverrides(watches), List::of);
    } catch (IOException e) {
      // The message may quote the text.
      throw new ManagerException("%s is not valid YAML, or cannot be read".formatted(file));
    }
  }

  private void addOperators() {
    var found = new ArrayList<Pod>();
    add(
        "Operator",
        () -> {
          pods().stream().filter(pod -> container(pod).isPresent()).forEach(found::add);
          if (found.isEmpty()) {
            throw new ManagerException(
                "no pod with the label %s=%s runs it; --operator-namespace names where it is"
                    .formatted(LABEL, MANAGER));
          }
          return found.stream().map(BugReport::about).collect(Collectors.joining("\n"));
        });
    for (var pod : found) {
      if (state(pod).filter(state -> state.getRestartCount() > 0).isPresent()) {
        add("Log of %s before its restart".formatted(title(pod)), () -> log(pod, true));
      }
      add("Log of " + title(pod), () -> log(pod, false));
    }
  }

  private static String title(Pod pod) {
    return pod.getMetadata().getNamespace() + "/" + pod.getMetadata().getName();
  }

  /** Returns the container that runs the operator; empty if another program runs there. */
  private static Optional<Container> container(Pod pod) {
    return pod.getSpec().getContainers().stream()
        .filter(container -> container.getArgs().stream().limit(1).anyMatch("run"::equals))
        .findFirst();
  }

  private static Optional<ContainerStatus> state(Pod pod) {
    var name = container(pod).orElseThrow().getName();
    return pod.getStatus().getContainerStatuses().stream()
        .filter(state -> state.getName().equals(name))
        .findFirst();
  }

  /** Returns what a pod runs, and how it ended last. */
  private static String about(Pod pod) {
    var container = container(pod).orElseThrow();
    var end =
        state(pod)
            .map(state -> state.getLastState().getTerminated())
            .map(
                last ->
                    "\nlast end: %s, exit code %d, at %s"
                        .formatted(last.getReason(), last.getExitCode(), last.getFinishedAt()));
    return "pod %s, phase %s\nimage: %s\narguments: %s%s"
        .formatted(
            title(pod),
            pod.getStatus().getPhase(),
            container.getImage(),
            String.join(" ", container.getArgs()),
            end.orElse(""));
  }

  private List<Pod> pods() {
    var all = scope.client().pods();
    var within = request.operatorNamespace().map(all::inNamespace);
    return within.isPresent()
        ? Pages.all(within.get().withLabel(LABEL, MANAGER)::list)
        : Pages.all(all.inAnyNamespace().withLabel(LABEL, MANAGER)::list);
  }

  private String log(Pod pod, boolean isOfPrevious) {
    var container =
        scope.client().pods().resource(pod).inContainer(container(pod).orElseThrow().getName());
    return isOfPrevious
        ? container.terminated().tailingLines(request.logLines()).getLog()
        : container.tailingLines(request.logLines()).getLog();
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
          new Section(
              "%d more primaries".formatted(unready.size() - MOST_PRIMARIES),
              "write KIND/NAME for one of them",
              true));
    }
  }

  private void addNamed(Target target) {
    try {
      addPrimary(scope.primary(target));
    } catch (ManagerException | KubernetesClientException e) {
      sections.add(new Section(target.kind() + "/" + target.name(), reason(e), true));
    }
  }

  private void addPrimary(PrimaryObject primary) {
    var place = primary.namespace().isEmpty() ? "" : " in namespace " + primary.namespace();
    secrets.add(Credentials.named(primary.content().path("spec")));
    addSecrets(primary);
    add(
        primary.title() + place,
        () ->
            String.join(
                "\n", PrimaryReport.of(scope, primary).tree(clock, Paint.NONE).lines()));
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
      sections.add(new Section("Secrets of " + primary.title(), reason(e), true));
    }
  }
}
