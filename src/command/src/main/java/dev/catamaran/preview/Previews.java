package dev.catamaran.preview;

import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.api.ManagerException;
import dev.catamaran.chart.ChartOffer;
import dev.catamaran.chart.ChartUnavailableException;
import dev.catamaran.cluster.ApiResources;
import dev.catamaran.cluster.KindClasses;
import dev.catamaran.cluster.KindClasses.OfKind;
import dev.catamaran.desired.Edition;
import dev.catamaran.desired.Overrides;
import dev.catamaran.desired.PlannedInput;
import dev.catamaran.helm.StoredRevisions;
import dev.catamaran.inspect.PrimaryKind;
import dev.catamaran.inspect.PrimaryObject;
import dev.catamaran.inspect.Releases;
import dev.catamaran.inspect.Scope;
import dev.catamaran.inspect.Target;
import dev.catamaran.loopback.ApiPath;
import dev.catamaran.manifest.ManifestObject;
import dev.catamaran.release.History;
import dev.catamaran.release.OwnershipMarks;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.Revision;
import dev.catamaran.release.UnreadableReleaseException;
import dev.catamaran.rollout.RolloutPlan;
import dev.catamaran.watch.Source.HelmChart;
import dev.catamaran.watch.Watch;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Makes previews for the primaries of a watches.yaml. */
public final class Previews implements AutoCloseable {
  private static final String ANY_OPERATOR = "catamaran";

  private final Scope scope;
  private final RealServer server;
  private final PreviewCharts charts = new PreviewCharts();
  private final PreviewInput input;
  private final Map<PrimaryKind, Class<? extends OfKind>> classes = new HashMap<>();
  private final Map<GroupVersionKind, Map<String, PlannedInput>> planned = new HashMap<>();

  /** What the passes over all primaries use: to start it takes longer than a pass. */
  private record Shared(Gateway gateway, ApiResources apis, PassTrial trial)
      implements AutoCloseable {
    @Override
    public void close() {
      trial.close();
      gateway.close();
    }
  }

  private Optional<Shared> shared = Optional.empty();

  private Previews(Scope scope, List<Watch> watches) {
    this.scope = scope;
    this.server = new RealServer(scope.client());
    this.input = new PreviewInput(scope.client(), watches, charts);
  }

  /**
   * Reads a watches.yaml.
   *
   * @throws ManagerException if the file cannot be used
   */
  public static Previews of(Scope scope, Path watchesFile) {
    return new Previews(scope, PreviewInput.read(watchesFile));
  }

  /**
   * Previews the next pass over one primary.
   *
   * @throws ManagerException if it does not exist, or its kind has no chart
   */
  public ReleasePreview of(Target target) {
    var primary = scope.primary(target);
    if (chart(primary).isEmpty()) {
      throw new ManagerException(
          "%s has no chart in watches.yaml, so there is nothing to compare"
              .formatted(primary.title()));
    }
    return of(primary);
  }

  private Optional<Watch> watch(PrimaryObject primary) {
    return input.watches().stream()
        .filter(watch -> watch.gvk().apiVersion().equals(primary.kind().apiVersion()))
        .filter(watch -> watch.gvk().kind().equals(primary.kind().kind()))
        .findFirst();
  }

  private Optional<HelmChart> chart(PrimaryObject primary) {
    return watch(primary)
        .map(Watch::source)
        .filter(HelmChart.class::isInstance)
        .map(HelmChart.class::cast);
  }

  /** Receives the progress of many previews. */
  @FunctionalInterface
  public interface Progress {
    /** {@code done} of {@code all} previews are made. */
    void made(int done, int all);
  }

  /** Previews the next pass over each primary of a kind with a chart. */
  public Plan all(Progress progress) {
    var listing = scope.list();
    listing
        .note()
        .ifPresent(
            note -> {
              throw new ManagerException("the plan would be incomplete: " + note);
            });
    var primaries = listing.primaries().filter(primary -> chart(primary).isPresent()).toList();
    var made = new ArrayList<ReleasePreview>();
    for (var primary : primaries) {
      made.add(orFailure(primary));
      progress.made(made.size(), primaries.size());
    }
    return Plan.of(made).having(digests());
  }

  /** Returns the digests of the plans of all kinds with rollouts. */
  private Map<String, String> digests() {
    var digests = new TreeMap<String, String>();
    for (var watch : input.watches()) {
      if (watch.source() instanceof HelmChart source
          && source.rollout().isPresent()
          && source.charts() instanceof ChartOffer.Single(var reference)) {
        try {
          var edition = Edition.named(charts.get(reference), Overrides.of(source.values()));
          var inputs = planned.getOrDefault(watch.gvk(), Map.of());
          digests.put(
              watch.gvk().kind() + "." + watch.gvk().group(),
              RolloutPlan.of(edition, inputs).digest());
        } catch (ChartUnavailableException e) {
          // Each primary of the kind fails, and says so.
        }
      }
    }
    return digests;
  }

  /** The revisions of one release may be unreadable; the others are of interest then, too. */
  private ReleasePreview orFailure(PrimaryObject primary) {
    try {
      return of(primary);
    } catch (ManagerException e) {
      var key = new ReleaseKey(primary.namespace(), primary.name());
      return nothing(primary, key, "").failing(String.valueOf(e.getMessage()));
    }
  }

  /** Previews the next pass over a primary of a kind with a chart. */
  ReleasePreview of(PrimaryObject primary) {
    var found = new Releases(scope.client()).of(primary);
    if (primary.isBeingDeleted()) {
      return nothing(primary, found.key(), "it is being deleted, with its release");
    }
    var path = path(primary);
    var objects = new KeptObjects();
    var object = object(primary);
    var used = shared(objects, path);
    try {
      var deployed = found.current(primary);
      var operator = operator(deployed, used.gateway(), used.apis());
      var watch = watch(primary).orElseThrow();
      var source = chart(primary).orElseThrow();
      var text = OutcomeText.of(used.trial().run(watch, source, object, operator));
      if (source.rollout().isPresent()) {
        planned
            .computeIfAbsent(watch.gvk(), gvk -> new TreeMap<>())
            .put(object.getMetadata().getUid(), used.trial().planned(source, object, found.key()));
      }
      var after = revisions(used.gateway(), found.key());
      var collected =
          new Collected(
              objects,
              path,
              objects(deployed),
              found.key().namespace(),
              found.history().secrets().and(after.secrets()));
      return preview(primary, found, text, collected, after);
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
      shared = Optional.of(new Shared(gateway, apis, new PassTrial(input, gateway, apis)));
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
      Releases.Found found,
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
        collected.unchanged(objects(after.latest())),
        collected.hooks(found.history().latest().isEmpty()));
  }

  private static ReleasePreview nothing(PrimaryObject primary, ReleaseKey release, String why) {
    return new ReleasePreview(
        primary.title(),
        primary.namespace(),
        release.name(),
        ReleasePreview.NO_ACTION,
        "",
        why,
        List.of(),
        0,
        List.of());
  }

  private static History revisions(Gateway gateway, ReleaseKey release) {
    try {
      return release.namespace().isEmpty()
          ? History.none()
          : new StoredRevisions(gateway.client()).of(release);
    } catch (UnreadableReleaseException e) {
      return History.none();
    }
  }

  private static List<ManifestObject> objects(Optional<Revision> revision) {
    return revision.map(found -> found.manifest().readable()).orElse(List.of());
  }

  private OfKind object(PrimaryObject primary) {
    var type = classes.computeIfAbsent(primary.kind(), kind -> KindClasses.of(kind.context()));
    return scope.client().getKubernetesSerialization().convertValue(primary.content(), type);
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
        .flatMap(key -> LiveLabels.of(gateway.client(), apis, key).stream())
        .flatMap(labels -> Optional.ofNullable(labels.get(OwnershipMarks.OPERATOR_LABEL)).stream())
        .findFirst()
        .orElse(ANY_OPERATOR);
  }

  @Override
  public void close() {
    end();
    charts.close();
  }
}
