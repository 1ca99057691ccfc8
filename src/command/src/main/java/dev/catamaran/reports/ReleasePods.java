package dev.catamaran.reports;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.catamaran.inspect.ApiFailure;
import dev.catamaran.inspect.PrimaryRelease;
import dev.catamaran.inspect.Scope;
import dev.catamaran.manifest.ManifestObject;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.run.TerminalText;
import dev.catamaran.terminal.Ink.Paint;
import dev.catamaran.terminal.Table;
import dev.catamaran.wire.Limits;
import dev.catamaran.wire.SideBySide;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.ContainerResource;
import io.fabric8.kubernetes.client.dsl.PodResource;
import io.fabric8.kubernetes.client.dsl.TailPrettyLoggable;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** The objects of a release and their pods: what Events and logs say of them. */
public record ReleasePods(Scope scope, PrimaryRelease release) {
  /**
   * Which lines of logs a person wants.
   *
   * @param most of each container, the newest; below 0 for all
   * @param since their age; zero for any
   * @param isFollowed whether also those that are yet to be written
   */
  public record Lines(int most, Duration since, boolean isFollowed) {}

  /** Events, the newest last. */
  public record Events(List<Row> items) {
    private static final List<String> HEAD =
        List.of("Last seen", "Type", "Reason", "Message", "Object");

    public List<String> lines(Clock clock, Paint paint) {
      var rows = items.stream().map(row -> row.event().cells(clock, row.object())).toList();
      return items.isEmpty()
          ? List.of("no Events; the API server keeps them for an hour")
          : new Table(HEAD, rows).lines(paint);
    }
  }

  /** An Event, and the object that it is about. */
  public record Row(String object, @JsonUnwrapped ObjectEvent event) {}

  public Events events() {
    var primary = release.primary();
    var kind = primary.kind();
    var objects = new ArrayList<ObjectKey>();
    objects.add(new ObjectKey(kind.apiVersion(), kind.kind(), primary.namespace(), primary.name()));
    manifest().flatMap(object -> key(object).stream()).forEach(objects::add);
    pods()
        .map(
            pod ->
                new ObjectKey(
                    "v1", "Pod", pod.getMetadata().getNamespace(), pod.getMetadata().getName()))
        .forEach(objects::add);
    var secrets = release.secrets();
    return new Events(
        SideBySide.ofEach(
                SideBySide.REQUESTS,
                objects.stream().distinct().toList(),
                object ->
                    ObjectEvent.all(object, scope.client(), event -> true, secrets).stream()
                        .map(event -> new Row(object.kind() + "/" + object.name(), event))
                        .toList())
            .stream()
            .flatMap(List::stream)
            .sorted(Comparator.comparing(row -> row.event().lastSeen()))
            .toList());
  }

  private Stream<ManifestObject> manifest() {
    return release.current().stream().flatMap(found -> found.manifest().readable().stream());
  }

  private Optional<ObjectKey> key(ManifestObject object) {
    return scope.apis().locate(object.key(), release.key().namespace());
  }

  private Stream<Pod> pods() {
    return manifest().flatMap(object -> key(object).stream().flatMap(key -> pods(key, object)));
  }

  /** By the selector of a workload, as {@code kubectl logs} finds them. */
  private Stream<Pod> pods(ObjectKey key, ManifestObject object) {
    var pods = scope.client().pods().inNamespace(key.namespace());
    return switch (key.kind()) {
      case "Pod" -> Stream.ofNullable(pods.withName(key.name()).get());
      case "Job" -> pods.withLabel("job-name", key.name()).list().getItems().stream();
      case "Deployment", "StatefulSet", "DaemonSet", "ReplicaSet" -> {
        var selector = object.content().path("spec").path("selector");
        yield pods
            .withLabelSelector(Limits.mapper().convertValue(selector, LabelSelector.class))
            .list()
            .getItems()
            .stream();
      }
      default -> Stream.empty();
    };
  }

  /**
   * Prints logs as {@code kubectl logs --prefix}.
   *
   * @param problems gets why a container has none
   */
  public void logs(Lines wanted, Consumer<String> out, Consumer<String> problems) {
    if (release.current().isEmpty()) {
      throw release.missing();
    }
    var pods = pods().toList();
    if (pods.isEmpty()) {
      problems.accept("release %s has no pods".formatted(release.key()));
    } else {
      logs(scope.client(), pods, wanted, out, problems);
    }
  }

  static void logs(
      KubernetesClient client,
      List<Pod> pods,
      Lines wanted,
      Consumer<String> out,
      Consumer<String> problems) {
    var logs =
        pods.stream()
            .flatMap(
                pod ->
                    Stream.of(pod.getSpec().getInitContainers(), pod.getSpec().getContainers())
                        .flatMap(List::stream)
                        .map(container -> Log.of(client.pods().resource(pod), pod, container)))
            .toList();
    // Else one after the other: the lines of each stay together.
    int most = wanted.isFollowed() ? logs.size() : 1;
    var unused = SideBySide.ofEach(most, logs, log -> log.print(wanted, out, problems));
  }

  private record Log(String prefix, ContainerResource container) {
    static Log of(PodResource resource, Pod pod, Container container) {
      var prefix = "[pod/%s/%s] ".formatted(pod.getMetadata().getName(), container.getName());
      return new Log(prefix, resource.inContainer(container.getName()));
    }

    boolean print(Lines wanted, Consumer<String> out, Consumer<String> problems) {
      int seconds = Math.toIntExact(wanted.since().toSeconds());
      TailPrettyLoggable young = seconds == 0 ? container : container.sinceSeconds(seconds);
      var log = wanted.most() < 0 ? young : young.tailingLines(wanted.most());
      try (var watch = wanted.isFollowed() ? log.watchLog() : null;
          var lines =
              new BufferedReader(
                  watch == null
                      ? log.getLogReader()
                      : new InputStreamReader(watch.getOutput(), UTF_8))) {
        lines.lines().forEach(line -> out.accept(prefix + TerminalText.oneLine(line)));
        return true;
      } catch (KubernetesClientException e) {
        problems.accept(prefix + ApiFailure.reason(e));
        return false;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
