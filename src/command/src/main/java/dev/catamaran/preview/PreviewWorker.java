package dev.catamaran.preview;

import dev.catamaran.cluster.ApiResources;
import dev.catamaran.cluster.KindClasses;
import dev.catamaran.cluster.KindClasses.OfKind;
import dev.catamaran.desired.PlannedInput;
import dev.catamaran.helm.StoredRevisions;
import dev.catamaran.inspect.PrimaryKind;
import dev.catamaran.inspect.PrimaryObject;
import dev.catamaran.inspect.PrimaryRelease;
import dev.catamaran.loopback.ApiPath;
import dev.catamaran.manifest.ManifestObject;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.release.History;
import dev.catamaran.release.OwnershipMarks;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.Revision;
import dev.catamaran.release.UnreadableReleaseException;
import dev.catamaran.watch.Source.HelmChart;
import dev.catamaran.watch.Watch;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes previews, one after the other. Keeps a gateway and an engine from one to the next. */
final class PreviewWorker implements AutoCloseable {
  private static final String ANY_OPERATOR = "catamaran";

  private final RealServer server;
  private final Previews.Input input;
  private final Map<PrimaryKind, Class<? extends OfKind>> classes = new HashMap<>();

  /** What the passes over all primaries use: to start it takes longer than a pass. */
  private record Shared(Gateway gateway, ApiResources apis, PassTrial trial)
      implements AutoCloseable {
    @Override
    public void close() {
      trial.close();
      gateway.close();
    }
  }

  /**
   * A preview, and what a plan records of the primary.
   *
   * @param input empty if the primary is being deleted, or its kind has no rollouts
   */
  record Made(ReleasePreview preview, Optional<PlannedInput> input) {}

  private Optional<Shared> shared = Optional.empty();

  PreviewWorker(RealServer server, Previews.Input input) {
    this.server = server;
    this.input = input;
  }

  /** Previews the next pass over a primary of a kind with a chart. */
  Made of(PrimaryObject primary, Watch watch, HelmChart source) {
    var found = PrimaryRelease.of(input.client(), primary);
    if (primary.isBeingDeleted()) {
      return new Made(
          ReleasePreview.nothing(primary, found.key(), "", "it is being deleted, with its release"),
          Optional.empty());
    }
    var path = path(primary);
    var objects = new KeptObjects();
    var object = object(primary);
    var used = shared(objects, path);
    try {
      var deployed = found.current();
      var operator = operator(deployed, used.gateway(), used.apis());
      var text = OutcomeText.of(used.trial().run(watch, source, object, operator));
      var planned =
          source.rollout().map(policy -> used.trial().planned(source, object, found.key()));
      var after = revisions(used.gateway(), found.key());
      var collected =
          new Collected(
              objects,
              path,
              objects(deployed),
              found.key().namespace(),
              found.history().secrets().and(after.secrets()));
      var told = text.noting(used.trial().gap());
      return new Made(preview(primary, found, told, collected, after), planned);
    } finally {
      used.trial().forget(object);
      if (objects.changesApis()) {
        // The next primary must not see the kinds of this one.
        end();
      }
    }
  }

  private Shared shared(KeptObjects objects, ApiPath path) {
    if (shared.isEmpty()) {
      var gateway = new Gateway(server, objects, path);
      var apis = new ApiResources(gateway.client());
      shared =
          Optional.of(
              new Shared(gateway, apis, new PassTrial(input, gateway, apis, server::mayActAs)));
    } else {
      shared.get().gateway().turnTo(objects, path);
    }
    return shared.get();
  }

  private void end() {
    shared.ifPresent(Shared::close);
    shared = Optional.empty();
  }

  private static ReleasePreview preview(
      PrimaryObject primary,
      PrimaryRelease found,
      OutcomeText text,
      Collected collected,
      History after) {
    return new ReleasePreview(
        primary.title(),
        primary.namespace(),
        found.key().name(),
        text.action(),
        collected.secrets().hide(text.problem()),
        text.note(),
        collected.changes(),
        text.problem().isEmpty() ? collected.unchanged(objects(after.latest())) : 0,
        collected.hooks(found.history().latest().isEmpty()));
  }

  private static History revisions(Gateway gateway, ReleaseKey release) {
    try {
      return release.namespace().isEmpty()
          ? History.none()
          : new StoredRevisions(gateway.client()).of(release).history();
    } catch (UnreadableReleaseException e) {
      return History.none();
    }
  }

  private static List<ManifestObject> objects(Optional<Revision> revision) {
    return revision.map(found -> found.manifest().readable()).orElse(List.of());
  }

  private OfKind object(PrimaryObject primary) {
    var type = classes.computeIfAbsent(primary.kind(), kind -> KindClasses.of(kind.context()));
    return input.client().getKubernetesSerialization().convertValue(primary.content(), type);
  }

  private static ApiPath path(PrimaryObject primary) {
    var kind = primary.kind();
    var version = kind.apiVersion().substring(kind.apiVersion().indexOf('/') + 1);
    return new ApiPath(
        kind.group(), version, primary.namespace(), kind.plural(), primary.name(), "");
  }

  /** Returns the name in the label of the first live object: a person does not give it. */
  private static String operator(Optional<Revision> deployed, Gateway gateway, ApiResources apis) {
    return deployed.stream()
        .flatMap(
            revision ->
                objects(deployed).stream()
                    .flatMap(
                        object ->
                            apis.locate(object.key(), revision.release().namespace()).stream()))
        .flatMap(key -> labels(gateway.client(), apis, key).stream())
        .flatMap(labels -> Optional.ofNullable(labels.get(OwnershipMarks.OPERATOR_LABEL)).stream())
        .findFirst()
        .orElse(ANY_OPERATOR);
  }

  /** Returns the labels; empty if the object does not exist, or the person may not read it. */
  private static Optional<Map<String, String>> labels(
      KubernetesClient client, ApiResources apis, ObjectKey key) {
    try {
      return apis.find(key.apiVersion(), key.kind())
          .flatMap(
              api -> {
                var all = client.genericKubernetesResources(api);
                return Optional.ofNullable(
                    key.namespace().isEmpty()
                        ? all.withName(key.name()).get()
                        : all.inNamespace(key.namespace()).withName(key.name()).get());
              })
          .map(object -> object.getMetadata().getLabels());
    } catch (KubernetesClientException e) {
      return Optional.empty();
    }
  }

  @Override
  public void close() {
    end();
  }
}
