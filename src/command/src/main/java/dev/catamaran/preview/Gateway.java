package dev.catamaran.preview;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.catamaran.api.ManagerException;
import dev.catamaran.engine.Engine;
import dev.catamaran.engine.EngineFaultException;
import dev.catamaran.engine.EngineRequest.Rehearse;
import dev.catamaran.engine.EngineRequest.StoredAt;
import dev.catamaran.inspect.Cluster;
import dev.catamaran.inspect.PrimaryObject;
import dev.catamaran.manifest.ManifestObject;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.preview.ReleasePreview.HookRun;
import dev.catamaran.release.SecretTexts;
import dev.catamaran.temporary.TemporaryFolder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A server between the operator's code and the API server, which forwards reads and dry runs, and
 * keeps back everything else. A program that operators do not have runs it (src/engine/gateway).
 */
final class Gateway implements AutoCloseable {
  private static final StoredAt NOTHING = new StoredAt("", "", "", "");
  private static final Duration LIMIT = Duration.ofMinutes(1);

  private final Engine program;
  private final Cluster.Login login;
  private final String url;
  private final TemporaryFolder folder;
  private final KubernetesClient client;

  Gateway(Engine program, Cluster.Login login) {
    this.program = program;
    this.login = login;
    this.url = rehearse("", NOTHING).path("url").asText();
    this.folder = TemporaryFolder.create("catamaran-gateway-");
    this.client =
        Cluster.client(
            new ConfigBuilder(Config.empty())
                .withMasterUrl(url)
                .withOnlyHttpWatches(true)
                .withRequestRetryBackoffLimit(0));
  }

  /** Begins the passes over a primary. */
  void turnTo(PrimaryObject primary) {
    var kind = primary.kind();
    var unused =
        rehearse(
            url, new StoredAt(kind.group(), kind.plural(), primary.namespace(), primary.name()));
  }

  /**
   * Ends the passes over the primary, and forgets what they wrote. Returns it: {@code objects} with
   * their forms {@code before} and {@code now}, the created {@code hooks}, and whether it changes
   * the {@code kinds} that the API server serves.
   */
  JsonNode written() {
    return rehearse(url, NOTHING);
  }

  private JsonNode rehearse(String at, StoredAt primary) {
    var files = login.kubeconfigs().stream().map(file -> file.toAbsolutePath().toString()).toList();
    try {
      return program.call(new Rehearse(files, login.context(), login.caller(), at, primary), LIMIT);
    } catch (EngineFaultException e) {
      throw new ManagerException("the next reconcile cannot be tried out: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ManagerException(
          "the next reconcile is not tried out: the command was interrupted");
    }
  }

  KubernetesClient client() {
    return client;
  }

  Path kubeconfig() {
    var text =
        """
        apiVersion: v1
        kind: Config
        clusters: [{name: gateway, cluster: {server: "%s"}}]
        users: [{name: gateway, user: {}}]
        contexts: [{name: gateway, context: {cluster: gateway, user: gateway}}]
        current-context: gateway
        """
            .formatted(url);
    try {
      return Files.writeString(folder.path().resolve("kubeconfig"), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    client.close();
    folder.close();
  }

  /**
   * Reads the changes out of the kept-back writes. Pure.
   *
   * @param written the writes of a pass, as {@link Gateway#written} returns them
   */
  record Collected(
      JsonNode written, List<ManifestObject> deployed, String namespace, SecretTexts secrets) {
    private static final List<String> INSTALL = List.of("pre-install", "post-install");

    List<ObjectChange> changes() {
      return written.path("objects").valueStream().flatMap(each -> change(each).stream()).toList();
    }

    private Optional<ObjectChange> change(JsonNode object) {
      var now = object.path("now");
      var wanted =
          deployed.stream()
              .filter(each -> isSame(each, now))
              .findFirst()
              .<JsonNode>map(ManifestObject::content)
              .orElse(MissingNode.getInstance());
      return ObjectChange.between(object.path("before"), now, wanted, secrets);
    }

    private boolean isSame(ManifestObject wanted, JsonNode object) {
      var live = key(object);
      return RevisionChanges.identity(wanted.key(), live.namespace().isEmpty() ? "" : namespace)
          .equals(RevisionChanges.identity(live, ""));
    }

    private static ObjectKey key(JsonNode object) {
      var metadata = object.path("metadata");
      return new ObjectKey(
          object.path("apiVersion").asText(),
          object.path("kind").asText(),
          metadata.path("namespace").asText(""),
          metadata.path("name").asText());
    }

    List<HookRun> hooks(boolean isFirst) {
      return written.path("hooks").valueStream().map(hook -> run(hook, isFirst)).toList();
    }

    private static HookRun run(JsonNode hook, boolean isFirst) {
      var text = hook.at("/metadata/annotations").path("helm.sh/hook").asText("");
      var events = List.of(text.strip().split("\\s*,\\s*"));
      var ofOperation =
          events.stream()
              .filter(event -> isFirst == INSTALL.contains(event))
              .filter(event -> isFirst || event.endsWith("-upgrade"))
              .toList();
      var key = key(hook);
      return new HookRun(
          key.apiVersion(),
          key.kind(),
          key.namespace(),
          key.name(),
          ofOperation.isEmpty() ? events : ofOperation);
    }

    long unchanged(List<ManifestObject> wanted) {
      var changed =
          written
              .path("objects")
              .valueStream()
              .filter(each -> change(each).isPresent())
              .map(each -> each.path("now"))
              .toList();
      return wanted.stream()
          .filter(object -> changed.stream().noneMatch(now -> isSame(object, now)))
          .count();
    }
  }
}
