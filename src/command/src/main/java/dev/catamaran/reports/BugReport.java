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
import dev.catamaran.terminal.Ink.Paint;
import dev.catamaran.terminal.Output;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;

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

  static final String NO_OPERATOR =
      "no pod with the label %s=%s runs the operator; --operator-namespace names where it is"
          .formatted(LABEL, MANAGER);

  /**
   * What a person wants in a report.
   *
   * @param targets the primaries; none for those that are not ready
   * @param watches the file, which need not exist
   * @param operatorNamespace empty for all namespaces
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
  private final SequencedMap<String, String> parts = new LinkedHashMap<>();
  private final List<SecretTexts> secrets = new ArrayList<>();

  private BugReport(Scope scope, Request request, Clock clock) {
    this.scope = scope;
    this.request = request;
    this.clock = clock;
  }

  /** Returns the report without secrets, in Markdown, which issues show. */
  public static String of(Scope scope, Request request, Clock clock) {
    var report = new BugReport(scope, request, clock);
    report.add("Versions", report::versions);
    report.add("watches.yaml", report::watches);
    // Each further request would wait for the same API server.
    if (report.add("Kubernetes", report::kubernetes)) {
      report.addOperators();
      report.addPrimaries();
    }
    return report.text();
  }

  private String text() {
    // Indented text has no marks of Markdown.
    return parts.entrySet().stream()
        .map(part -> "## %s\n\n%s".formatted(part.getKey(), hidden(part.getValue()).indent(4)))
        .collect(
            Collectors.joining(
                "\n",
                """
                # Report of Catamaran

                Read this text before you publish it. Values of specs and Secrets, and known secret texts, are asterisks.
                Names, messages and log lines of your cluster are as they are.

                """,
                ""));
  }

  private String hidden(String text) {
    var shown = Credentials.hide(TerminalText.lines(text));
    for (var texts : secrets) {
      shown = texts.hide(shown);
    }
    return shown;
  }

  /**
   * Adds a part, or a note about what hindered it.
   *
   * @return whether the API server answered
   */
  private boolean add(String title, Supplier<String> text) {
    try {
      parts.put(title, text.get());
      return true;
    } catch (RuntimeException e) {
      // Even a defect: a report is for the search of defects.
      parts.put(title, "Not in this report: " + ApiFailure.reason(e));
      return !(e instanceof KubernetesClientException failure) || failure.getCode() > 0;
    }
  }

  private String versions() {
    return "%s\nJava %s, %s %s\n%s"
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
          found.addAll(operators(scope.client(), request.operatorNamespace()));
          if (found.isEmpty()) {
            throw new ManagerException(NO_OPERATOR);
          }
          return found.stream().map(BugReport::about).collect(Collectors.joining("\n"));
        });
    for (var pod : found) {
      if (pod.getStatus().getContainerStatuses().stream()
          .anyMatch(state -> state.getRestartCount() > 0)) {
        add("Log of %s before its restart".formatted(title(pod)), () -> log(pod, true));
      }
      add("Log of " + title(pod), () -> log(pod, false));
    }
  }

  static String title(Pod pod) {
    return pod.getMetadata().getNamespace() + "/" + pod.getMetadata().getName();
  }

  /** Returns the container that runs the operator; empty if another program runs there. */
  static Optional<Container> container(Pod pod) {
    return pod.getSpec().getContainers().stream()
        .filter(container -> container.getArgs().stream().limit(1).anyMatch("run"::equals))
        .findFirst();
  }

  private static String about(Pod pod) {
    var container = container(pod).orElseThrow();
    return "pod %s, phase %s\nimage: %s\narguments: %s"
        .formatted(
            title(pod),
            pod.getStatus().getPhase(),
            container.getImage(),
            String.join(" ", container.getArgs()));
  }

  /** Returns the pods that run an operator of Catamaran. */
  static List<Pod> operators(KubernetesClient client, Optional<String> namespace) {
    var all = client.pods();
    var within = namespace.map(all::inNamespace);
    var found =
        within.isPresent()
            ? Pages.all(within.get().withLabel(LABEL, MANAGER)::list)
            : Pages.all(all.inAnyNamespace().withLabel(LABEL, MANAGER)::list);
    return found.stream().filter(pod -> container(pod).isPresent()).toList();
  }

  private String log(Pod pod, boolean isOfPrevious) {
    var container =
        scope.client().pods().resource(pod).inContainer(container(pod).orElseThrow().getName());
    return isOfPrevious
        ? container.terminated().tailingLines(request.logLines()).getLog()
        : container.tailingLines(request.logLines()).getLog();
  }

  private void addPrimaries() {
    for (var target : request.targets()) {
      add(target.kind() + "/" + target.name(), () -> about(scope.primary(target)));
    }
    if (!request.targets().isEmpty()) {
      return;
    }
    var unready = new ArrayList<PrimaryObject>();
    add(
        "Custom resources that are not ready",
        () -> {
          var listing = scope.list();
          listing.primaries().filter(primary -> !primary.isReady()).forEach(unready::add);
          var rows = new PrimaryList(unready.stream().map(PrimaryRow::of).toList());
          var lines = new ArrayList<>(listing.note().stream().toList());
          if (!unready.isEmpty()) {
            lines.addAll(rows.table(/* isWide= */ true, clock).lines(Paint.NONE));
            lines.add("for others than the first %d, write KIND/NAME".formatted(MOST_PRIMARIES));
          } else if (lines.isEmpty()) {
            lines.add("all of %d are ready".formatted(listing.primaries().count()));
          }
          return String.join("\n", lines);
        });
    unready.stream()
        .limit(MOST_PRIMARIES)
        .forEach(primary -> add(primary.title() + " " + primary.namespace(), () -> about(primary)));
  }

  /** Who may not read Secrets gets what the operator hides by itself. */
  private String about(PrimaryObject primary) {
    secrets.add(Credentials.named(primary.content().path("spec")));
    var note = "";
    try {
      var found = PrimaryRelease.of(scope.client(), primary);
      secrets.add(found.secrets());
      found
          .history()
          .revisions()
          .forEach(revision -> secrets.add(Credentials.of(revision.manifest().readable())));
    } catch (ManagerException | KubernetesClientException e) {
      note = "\nwithout its Secrets: " + ApiFailure.reason(e);
    }
    return String.join("\n", PrimaryReport.of(scope, primary).tree(clock, Paint.NONE).lines())
        + note;
  }
}
