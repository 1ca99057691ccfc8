package dev.catamaran.manifests;

import dev.catamaran.chart.ChartReference.Local;
import dev.catamaran.chart.ValueOverride;
import dev.catamaran.chart.ValueOverride.InvalidOverrideException;
import dev.catamaran.chart.Values;
import dev.catamaran.project.OfflineEnvironment;
import dev.catamaran.project.ProjectApi;
import dev.catamaran.project.ProjectFile;
import dev.catamaran.release.CrdPolicy;
import dev.catamaran.rights.ChartRights;
import dev.catamaran.rights.ChartRights.Options;
import dev.catamaran.rights.OperatorRights;
import dev.catamaran.rights.Rule;
import dev.catamaran.watch.Watch.Permission;
import dev.catamaran.watch.Watch.Placement;
import dev.catamaran.watch.Watch.Source.HelmChart;
import dev.catamaran.watch.Watches;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The charts of an API.
 *
 * @param recorded the charts that can be recorded, by their paths for people
 * @param elsewhere the other charts of its entry in watches.yaml, for people
 * @param placement where its releases are, and who makes them
 * @param permissions of the authors of its primaries
 * @param hasRollouts whether a changed chart reaches the primaries in waves
 */
public record ApiCharts(
    Path folder,
    SortedMap<String, RecordedChart> recorded,
    List<String> elsewhere,
    Placement placement,
    Set<Permission> permissions,
    boolean hasRollouts) {

  public static ApiCharts of(ProjectApi api, RecordedChart chart, Placement placement) {
    return new ApiCharts(
        chart.folder(),
        new TreeMap<>(Map.of(api.chart(), chart)),
        List.of(),
        placement,
        Set.of(),
        /* hasRollouts= */ false);
  }

  /**
   * Returns the charts of its entry in watches.yaml. Without any of these on disk, the chart that
   * the API names is recorded, if it names one.
   *
   * @param unwatched placement if it has no entry
   */
  public static ApiCharts of(ProjectApi api, Path folder, Watches watches, Placement unwatched) {
    var root = folder.toAbsolutePath().normalize();
    var entry = sources(api, watches).findFirst();
    var own = RecordedChart.of(folder.resolve(api.chart()), entry);
    var recorded = new TreeMap<String, RecordedChart>();
    var elsewhere = new TreeSet<String>();
    sources(api, watches)
        .flatMap(source -> source.charts().references().stream())
        .forEach(
            reference -> {
              if (reference instanceof Local(var path) && Files.exists(path)) {
                var shown = path.startsWith(root) ? root.relativize(path) : path;
                recorded.put(shown.toString(), RecordedChart.of(path, entry));
              } else {
                elsewhere.add(reference.toString());
              }
            });
    if (recorded.isEmpty() && !api.chart().isEmpty()) {
      recorded.put(api.chart(), own);
    }
    return new ApiCharts(
        own.folder(),
        recorded,
        List.copyOf(elsewhere),
        entry.map(HelmChart::placement).orElse(unwatched),
        sources(api, watches)
            .flatMap(source -> source.permissions().stream())
            .collect(Collectors.toSet()),
        sources(api, watches).anyMatch(source -> source.rollout().isPresent()));
  }

  public ApiCharts at(UnaryOperator<Path> place) {
    var moved = new TreeMap<String, RecordedChart>();
    recorded.forEach(
        (path, chart) ->
            moved.put(path, new RecordedChart(place.apply(chart.folder()), chart.options())));
    return new ApiCharts(
        place.apply(folder), moved, elsewhere, placement, permissions, hasRollouts);
  }

  /** Returns the usual placement, for releases that an account in each namespace makes. */
  public static Placement ofAccounts(ProjectFile project) {
    return new Placement(
        Placement.DEFAULT.releaseName(),
        Placement.DEFAULT.targetNamespace(),
        Optional.of(project.projectName() + "-deployer"));
  }

  public static Optional<Placement> placement(ProjectApi api, Watches watches) {
    return sources(api, watches).map(HelmChart::placement).findFirst();
  }

  private static Stream<HelmChart> sources(ProjectApi api, Watches watches) {
    return watches.watches().stream()
        .filter(watch -> watch.gvk().equals(api.gvk()))
        .flatMap(watch -> watch.chart().stream());
  }

  /** Returns the rules of the operator itself, beside those for the primaries. */
  List<Rule> ofOperator(Function<RecordedChart, ChartRights> ofCharts) {
    var rules = new ArrayList<Rule>();
    var rights = recorded.values().stream().map(ofCharts);
    placement
        .serviceAccount()
        .ifPresentOrElse(
            account -> {
              rules.addAll(OperatorRights.ofReleasesOfAccounts(account));
              rights.forEach(chart -> rules.addAll(chart.seeing()));
            },
            () -> {
              rules.addAll(OperatorRights.ofReleases());
              rules.addAll(OperatorRights.ofReferencedValues());
              rights.forEach(chart -> rules.addAll(chart.rules()));
            });
    return rules;
  }

  /** Returns the rules of the account that makes releases, for the objects of the charts. */
  List<Rule> ofAccount(Function<RecordedChart, ChartRights> ofCharts) {
    return recorded.values().stream()
        .map(ofCharts)
        .flatMap(chart -> chart.making().stream())
        .toList();
  }

  Set<String> places(Function<RecordedChart, ChartRights> ofCharts) {
    return recorded.values().stream()
        .map(ofCharts)
        .flatMap(chart -> chart.places().stream())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  public Stream<String> notes(Function<RecordedChart, ChartRights> rights) {
    var ofRecorded =
        recorded.entrySet().stream()
            .flatMap(
                chart ->
                    rights.apply(chart.getValue()).notes().stream()
                        .map(note -> chart.getKey() + ": " + note));
    var ofOthers =
        elsewhere.stream()
            .map(
                chart ->
                    "%s: the chart is not on this disk, so the permissions for it are not recorded; add what is missing to the role"
                        .formatted(chart));
    return Stream.concat(ofRecorded, ofOthers);
  }

  /** A chart, and how the operator uses it. */
  public record RecordedChart(Path folder, Options options) {

    public static RecordedChart of(Path folder) {
      return new RecordedChart(
          folder, new Options(false, CrdPolicy.CREATE, Values.empty().toTree()));
    }

    /** Returns a chart, used as its entry in watches.yaml says, if it has one. */
    static RecordedChart of(Path folder, Optional<HelmChart> entry) {
      return entry
          .map(
              chart ->
                  new RecordedChart(
                      folder,
                      new Options(
                          chart.gate().tests(),
                          chart.crds(),
                          overridden(chart, Values.empty()).toTree())))
          .orElseGet(() -> of(folder));
    }

    /** Returns values with the overrides of an entry, as far as their variables are set. */
    public static Values overridden(HelmChart source, Values values) {
      var options = source.values();
      try {
        var overrides = new ArrayList<ValueOverride>();
        for (var override : options.overrides().entrySet()) {
          if (!OfflineEnvironment.isUnknown(override.getValue())) {
            overrides.add(
                ValueOverride.parse(override.getKey(), override.getValue(), options.typing()));
          }
        }
        return values.with(overrides);
      } catch (InvalidOverrideException e) {
        // The loader of watches.yaml reports it, or the schema of the chart does.
        return values;
      }
    }
  }
}
