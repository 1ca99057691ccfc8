package dev.catamaran.preview;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.chart.Chart;
import dev.catamaran.chart.ChartReference;
import dev.catamaran.chart.ChartUnavailableException;
import dev.catamaran.chart.InvalidOverrideException;
import dev.catamaran.engine.EngineFaultException;
import dev.catamaran.engine.EngineRequest.World;
import dev.catamaran.helm.ChartEngine;
import dev.catamaran.manifest.ManifestObject;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.preview.Fleet.Lookup;
import dev.catamaran.preview.Fleet.Member;
import dev.catamaran.preview.FleetCharts.Rendered;
import dev.catamaran.preview.ObjectChange.Action;
import dev.catamaran.recorder.Renderings;
import dev.catamaran.release.SecretTexts;
import dev.catamaran.watch.Source.HelmChart;
import dev.catamaran.watch.Watch;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/**
 * Previews what changed charts do to the primaries of a snapshot: renders both charts with the same
 * values, and compares the objects. Asks no cluster.
 */
public final class FleetPreviews implements AutoCloseable {
  private final Fleet fleet;
  private final List<Watch> watches;
  private final UnaryOperator<Path> next;
  private final World world;
  private final ChartEngine engine = ChartEngine.start();
  private final PreviewCharts charts = new PreviewCharts();
  private final Set<String> notes = ConcurrentHashMap.newKeySet();
  private final Set<Lookup> unknown = ConcurrentHashMap.newKeySet();

  private FleetPreviews(Fleet fleet, List<Watch> watches, UnaryOperator<Path> next) {
    this.fleet = fleet;
    this.watches = watches;
    this.next = next;
    this.world = new World(fleet.kubernetes(), fleet.apis(), fleet.objects());
  }

  /**
   * Previews the primaries of all kinds with a changed chart.
   *
   * @param watches the entries of the project
   * @param next returns the folder with the new version of a chart's folder; the same one if the
   *     chart stays
   */
  public static FleetReport of(Fleet fleet, List<Watch> watches, UnaryOperator<Path> next) {
    try (var previews = new FleetPreviews(fleet, watches, next)) {
      return previews.report();
    }
  }

  private FleetReport report() {
    var kinds = new ArrayList<FleetReport.OfKind>();
    for (var watch : watches) {
      if (watch.source() instanceof HelmChart source) {
        var changed =
            source.charts().references().stream().flatMap(each -> changed(each).stream()).toList();
        if (!changed.isEmpty()) {
          var previews = previews(watch, source);
          var known = previews.stream().flatMap(Optional::stream).toList();
          kinds.add(
              new FleetReport.OfKind(
                  watch.gvk().kind() + "." + watch.gvk().group(),
                  changed.getFirst(),
                  Plan.of(known),
                  previews.size() - known.size()));
        }
      }
    }
    var sentences = new TreeSet<>(notes);
    unknown.forEach(
        lookup ->
            sentences.add(
                "The new chart looks up %s. The snapshot does not have it, so it counts as absent"
                    .formatted(lookup)));
    fleet.notes().forEach(note -> sentences.add("When the snapshot was taken: " + note));
    return new FleetReport(fleet.taken(), kinds, List.copyOf(sentences));
  }

  private Optional<Path> changed(ChartReference reference) {
    return reference instanceof ChartReference.Local(var path) && !next.apply(path).equals(path)
        ? Optional.of(path)
        : Optional.empty();
  }

  private List<Optional<ReleasePreview>> previews(Watch watch, HelmChart source) {
    if (!source.extensions().isEmpty()) {
      notes.add(
          "%s has extensions in Java: they are not asked for values".formatted(watch.gvk().kind()));
    }
    var primaries =
        fleet.primaries().stream()
            .filter(primary -> primary.apiVersion().equals(watch.gvk().apiVersion()))
            .filter(primary -> primary.kind().equals(watch.gvk().kind()))
            .toList();
    return Renderings.ofEach(primaries, primary -> preview(primary, source));
  }

  /** Returns a preview; empty if what changes is not known. */
  private Optional<ReleasePreview> preview(Member primary, HelmChart source) {
    var reference = FleetCharts.reference(source, primary).flatMap(this::changed);
    if (reference.isEmpty() || !primary.stays().isEmpty()) {
      return Optional.of(made(primary, ReleasePreview.NO_ACTION, "", List.of(), 0, List.of()));
    }
    try {
      var present = charts.get(new ChartReference.Local(reference.get()));
      var later = charts.get(new ChartReference.Local(next.apply(reference.get())));
      noteVersion(primary, present);
      return preview(primary, present, later, source);
    } catch (ChartUnavailableException | InvalidOverrideException e) {
      return Optional.of(failing(primary, String.valueOf(e.getMessage())));
    }
  }

  /** During a rollout, or before the operator has the project's chart. */
  private void noteVersion(Member primary, Chart present) {
    var version = present.name() + " " + present.version();
    if (primary.chart().isEmpty()) {
      notes.add("Some primaries have no release yet: the new chart will be their first");
    } else if (!primary.chart().equals(version)) {
      notes.add(
          "Some primaries have %s deployed, and not %s of the project: what changes from there to the project's version is not in this list"
              .formatted(primary.chart(), version));
    }
  }

  private Optional<ReleasePreview> preview(
      Member primary, Chart present, Chart later, HelmChart source)
      throws InvalidOverrideException {
    var renderer = new FleetCharts(engine);
    var values = FleetCharts.values(source, primary);
    Rendered before;
    try {
      before = renderer.render(present, primary, values, world);
    } catch (EngineFaultException e) {
      notes.add(
          "%s cannot be rendered with the snapshot, also by the present chart, so what changes is not known: %s"
              .formatted(name(primary), e.getMessage()));
      return Optional.empty();
    }
    try {
      var after = renderer.render(later, primary, values, world);
      after.lookups().stream()
          .filter(lookup -> !fleet.lookups().contains(lookup))
          .forEach(unknown::add);
      var changes = changes(before.objects(), after.objects());
      var problem = ImmutableFields.problem(changes).orElse("");
      long unchanged =
          after.objects().keySet().stream().filter(before.objects()::containsKey).count();
      long changed = changes.stream().filter(each -> each.action() == Action.CHANGED).count();
      return Optional.of(
          made(primary, "upgrade", problem, changes, unchanged - changed, after.hooks()));
    } catch (EngineFaultException e) {
      return Optional.of(failing(primary, String.valueOf(e.getMessage())));
    }
  }

  private static List<ObjectChange> changes(
      Map<ObjectKey, JsonNode> before, Map<ObjectKey, JsonNode> after) {
    var kept =
        before.entrySet().stream()
            .filter(old -> new ManifestObject(old.getValue()).isKept())
            .map(Map.Entry::getKey)
            .toList();
    var left = new LinkedHashMap<>(before);
    kept.stream().filter(key -> !after.containsKey(key)).forEach(left::remove);
    return RevisionChanges.changes(left, after, SecretTexts.none());
  }

  private static String name(Member primary) {
    return primary.namespace().isEmpty()
        ? primary.title()
        : primary.title() + " in namespace " + primary.namespace();
  }

  private static ReleasePreview failing(Member primary, String problem) {
    return made(primary, "upgrade", problem, List.of(), 0, List.of());
  }

  private static ReleasePreview made(
      Member primary,
      String action,
      String problem,
      List<ObjectChange> objects,
      long unchanged,
      List<HookRun> hooks) {
    return new ReleasePreview(
        primary.title(),
        primary.namespace(),
        primary.releaseName(),
        action,
        problem,
        primary.stays(),
        objects,
        unchanged,
        hooks);
  }

  @Override
  public void close() {
    charts.close();
    engine.close();
  }
}
