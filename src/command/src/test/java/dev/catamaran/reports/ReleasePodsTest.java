package dev.catamaran.reports;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.inspect.StandInServer;
import dev.catamaran.reports.ReleasePods.Events;
import dev.catamaran.reports.ReleasePods.Lines;
import dev.catamaran.reports.ReleasePods.Row;
import dev.catamaran.terminal.Ink.Paint;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReleasePodsTest {
  private static final String WAITS = "container \\\"web\\\" is waiting to start: ErrImagePull";

  private static Pod pod(String name) {
    return new PodBuilder()
        .withNewMetadata()
        .withNamespace("shop")
        .withName(name)
        .endMetadata()
        .withNewSpec()
        .addNewContainer()
        .withName("web")
        .endContainer()
        .endSpec()
        .build();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void namesPodAndContainerOfEachLine(boolean isFollowed, @TempDir Path folder) throws IOException {
    var answers =
        Map.of(
            "/api/v1/namespaces/shop/pods/a/log",
            "one\ntwo\u001b[2J\n",
            "/api/v1/namespaces/shop/pods/b/log",
            "{\"kind\": \"Status\", \"message\": \"" + WAITS + "\", \"code\": 400}");
    var out = new ArrayList<String>();
    var problems = new ArrayList<String>();
    try (var server = new StandInServer(answers);
        var client =
            new KubernetesClientBuilder()
                .withConfig(Config.fromKubeconfig(server.kubeconfig(folder).toFile()))
                .build()) {
      var lines = new Lines(2, Duration.ofMinutes(1), isFollowed);
      ReleasePods.logs(client, List.of(pod("a")), lines, out::add, problems::add);
      if (!isFollowed) {
        ReleasePods.logs(client, List.of(pod("b")), lines, out::add, problems::add);
        assertEquals(
            List.of("[pod/b/web] container \"web\" is waiting to start: ErrImagePull"), problems);
      }
    }
    assertEquals(List.of("[pod/a/web] one", "[pod/a/web] two [2J"), out);
  }

  @Test
  void printsEventsWithTheirObjects() {
    var clock = Clock.fixed(Instant.parse("2026-01-01T00:05:00Z"), ZoneOffset.UTC);
    var event = new ObjectEvent("Warning", "BackOff", "again", "2026-01-01T00:04:00Z", 3);
    assertEquals(
        List.of(
            "LAST SEEN   TYPE      REASON    MESSAGE           OBJECT",
            "60s         Warning   BackOff   again (3 times)   Pod/web-1"),
        new Events(List.of(new Row("Pod/web-1", event))).lines(clock, Paint.NONE));
    assertEquals(
        List.of("no Events; the API server keeps them for an hour"),
        new Events(List.of()).lines(clock, Paint.NONE));
  }
}
