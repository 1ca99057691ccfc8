package dev.catamaran.preview;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.api.ManagerException;
import dev.catamaran.chart.Chart;
import dev.catamaran.chart.ChartUnavailableException;
import dev.catamaran.chart.InvalidOverrideException;
import dev.catamaran.engine.EngineFaultException;
import dev.catamaran.engine.EngineRequest.World;
import dev.catamaran.helm.ChartEngine;
import dev.catamaran.inspect.FleetSources;
import dev.catamaran.inspect.PrimaryObject;
import dev.catamaran.inspect.Scope;
import dev.catamaran.preview.Fleet.Lookup;
import dev.catamaran.preview.Fleet.Member;
import dev.catamaran.watch.Source.HelmChart;
import dev.catamaran.watch.Watch;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Takes snapshots of clusters. */
public final class FleetSnapshots implements AutoCloseable {
  /** A template may look up what depends on an object that it has looked up before. */
  private static final int MOST_ROUNDS = 5;

  private final Scope scope;
  private final FleetSources sources;
  private final ChartEngine engine = ChartEngine.start();
  private final PreviewCharts charts = new PreviewCharts();
  private final Map<Lookup, List<JsonNode>> found = new LinkedHashMap<>();
  private final List<String> notes = new ArrayList<>();

  private FleetSnapshots(Scope scope) {
    this.scope = scope;
    this.sources = new FleetSources(scope.client());
  }

  /**
   * Takes a snapshot of the primaries of a scope with a watches.yaml.
   *
   * @throws ManagerException if a kind may not be listed
   */
  public static Fleet of(Scope scope, Clock clock) {
    try (var snapshots = new FleetSnapshots(scope)) {
      return snapshots.take(clock);
    }
  }

  private Fleet take(Clock clock) {
    var listing = scope.list();
    listing
        .note()
        .ifPresent(
            note -> {
              throw new ManagerException("the snapshot would be incomplete: " + note);
            });
    var kubernetes = sources.version();
    var apis = sources.apis(notes::add);
    var members = new ArrayList<Member>();
    for (var primary : listing.primaries().toList()) {
      var source = source(primary);
      if (source.isPresent() && !primary.isBeingDeleted()) {
        var member = member(primary);
        members.add(member);
        lookUp(source.get(), member, kubernetes, apis);
      }
    }
    return new Fleet(
        Fleet.FORMAT,
        clock.instant().truncatedTo(ChronoUnit.SECONDS).toString(),
        kubernetes,
        apis,
        members,
        List.copyOf(found.keySet()),
        objects(),
        notes);
  }

  private static Optional<HelmChart> source(PrimaryObject primary) {
    return primary
        .kind()
        .watch()
        .map(Watch::source)
        .filter(HelmChart.class::isInstance)
        .map(HelmChart.class::cast);
  }

  private Member member(PrimaryObject primary) {
    var values = JsonNodeFactory.instance.objectNode();
    for (var reference : sources.references(primary, notes::add)) {
      var masked =
          reference.isSecret()
              ? FleetMask.all(reference.values())
              : FleetMask.named(reference.values());
      merge(values, masked);
    }
    var release = sources.release(primary);
    return new Member(
        primary.kind().apiVersion(),
        primary.kind().kind(),
        primary.namespace(),
        primary.name(),
        release.namespace(),
        release.name(),
        sources.chart(primary),
        sources.stays(primary),
        FleetMask.named(spec(primary)),
        values);
  }

  private static void merge(ObjectNode into, JsonNode over) {
    var merged =
        dev.catamaran.chart.Values.of(into).merge(dev.catamaran.chart.Values.of(over)).toTree();
    into.setAll(merged);
  }

  private static JsonNode spec(PrimaryObject primary) {
    var spec = primary.content().path("spec");
    return spec.isObject() ? spec : JsonNodeFactory.instance.objectNode();
  }

  /** Renders a chart, until its templates look up nothing new. */
  private void lookUp(HelmChart source, Member primary, String kubernetes, List<String> apis) {
    try {
      var reference = FleetCharts.reference(source, primary);
      if (reference.isEmpty()) {
        return;
      }
      Chart chart = charts.get(reference.get());
      var values = FleetCharts.values(source, primary);
      for (int round = 0; round < MOST_ROUNDS; round++) {
        int before = found.size();
        new FleetCharts(engine)
            .render(chart, primary, values, new World(kubernetes, apis, objects()))
            .lookups()
            .forEach(lookup -> found.computeIfAbsent(lookup, this::look));
        if (found.size() == before) {
          return;
        }
      }
    } catch (ChartUnavailableException | InvalidOverrideException | EngineFaultException e) {
      notes.add(
          "%s%s is not rendered, so what its chart looks up may be missing: %s"
              .formatted(
                  primary.title(),
                  primary.namespace().isEmpty() ? "" : " in namespace " + primary.namespace(),
                  e.getMessage()));
    }
  }

  private List<JsonNode> look(Lookup lookup) {
    return sources
        .find(lookup.apiVersion(), lookup.kind(), lookup.namespace(), lookup.name(), notes::add)
        .stream()
        .map(FleetMask::object)
        .toList();
  }

  private List<JsonNode> objects() {
    return found.values().stream().flatMap(List::stream).distinct().toList();
  }

  @Override
  public void close() {
    charts.close();
    engine.close();
  }
}
