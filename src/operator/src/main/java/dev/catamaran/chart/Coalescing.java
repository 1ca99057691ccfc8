package dev.catamaran.chart;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Puts values over the defaults of a chart and its subcharts as Helm 3.21 does (its
 * pkg/chartutil/coalesce.go): a null deletes a default, and every subchart gets the globals.
 *
 * <p>Helm fails if the values of a subchart are not a map. This class leaves them unchanged.
 */
final class Coalescing {

  private static final String GLOBAL = "global";

  private Coalescing() {}

  /** Returns the values for the chart's templates. */
  static ObjectNode coalesce(ChartTree chart, ObjectNode values) {
    var coalesced = values.deepCopy();
    coalesceInto(coalesced, chart, Nulls.DELETE);
    return coalesced;
  }

  /** Returns all defaults of the chart and its subcharts, including nulls. */
  static ObjectNode defaults(ChartTree chart) {
    var defaults = JsonNodeFactory.instance.objectNode();
    coalesceInto(defaults, chart, Nulls.KEEP);
    return defaults;
  }

  /** Adds those fields of {@code under} that {@code over} lacks. */
  static void addMissing(ObjectNode over, ObjectNode under) {
    merge(over, under, Nulls.KEEP);
  }

  private static void coalesceInto(ObjectNode values, ChartTree chart, Nulls nulls) {
    addDefaults(values, chart, nulls);
    for (var subchart : chart.subcharts()) {
      if (!values.has(subchart.name())) {
        values.putObject(subchart.name());
      }
      if (values.get(subchart.name()) instanceof ObjectNode own) {
        addGlobals(own, values);
        coalesceInto(own, subchart, nulls);
      }
    }
  }

  private static void addDefaults(ObjectNode values, ChartTree chart, Nulls nulls) {
    for (var property : chart.defaults().deepCopy().properties()) {
      var name = property.getKey();
      var present = values.get(name);
      if (present == null) {
        values.set(name, property.getValue());
      } else if (present.isNull() && nulls == Nulls.DELETE) {
        values.remove(name);
      } else if (present instanceof ObjectNode over
          && property.getValue() instanceof ObjectNode under) {
        boolean isSubchart = chart.subcharts().stream().anyMatch(sub -> sub.name().equals(name));
        // The subchart's own defaults are added later and still need the null.
        merge(over, under, isSubchart ? Nulls.KEEP : nulls);
      }
    }
  }

  private enum Nulls {
    KEEP,
    DELETE
  }

  private static void merge(ObjectNode over, ObjectNode under, Nulls nulls) {
    var defaults = nonNull(under);
    for (var property : under.properties()) {
      var name = property.getKey();
      var present = over.get(name);
      if (present == null) {
        over.set(name, property.getValue());
      } else if (present.isNull()) {
        if (nulls == Nulls.DELETE && defaults.contains(name)) {
          over.remove(name);
        }
      } else if (present instanceof ObjectNode map
          && property.getValue() instanceof ObjectNode low) {
        merge(map, low, nulls);
      }
    }
  }

  private static Set<String> nonNull(ObjectNode map) {
    var names = new HashSet<String>();
    map.properties().stream()
        .filter(property -> !property.getValue().isNull())
        .map(Map.Entry::getKey)
        .forEach(names::add);
    return names;
  }

  /** Adds the parent's globals; they override the subchart's own. */
  private static void addGlobals(ObjectNode subchart, ObjectNode parent) {
    var own = map(subchart.get(GLOBAL));
    var handedDown = map(parent.get(GLOBAL));
    if (own.isEmpty() || handedDown.isEmpty()) {
      return;
    }
    for (var property : handedDown.get().properties()) {
      addGlobal(own.get(), property.getKey(), property.getValue());
    }
    subchart.set(GLOBAL, own.get());
  }

  private static void addGlobal(ObjectNode own, String name, JsonNode handedDown) {
    var present = own.get(name);
    if (handedDown instanceof ObjectNode map) {
      var copy = map.deepCopy();
      if (present == null) {
        own.set(name, copy);
      } else if (present instanceof ObjectNode ownMap) {
        merge(copy, ownMap, Nulls.KEEP);
        own.set(name, copy);
      }
    } else if (!(present instanceof ObjectNode)) {
      own.set(name, handedDown);
    }
  }

  private static Optional<ObjectNode> map(@Nullable JsonNode node) {
    return switch (node) {
      case null -> Optional.of(JsonNodeFactory.instance.objectNode());
      case ObjectNode map -> Optional.of(map);
      default -> Optional.empty();
    };
  }
}
