package dev.catamaran.ui;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.catamaran.inspect.PrimaryRow;
import dev.catamaran.preview.ReleasePreview;
import dev.catamaran.preview.RevisionChanges;
import dev.catamaran.reports.PrimaryReport;
import dev.catamaran.requests.FoundRollout;
import dev.catamaran.requests.FoundRollouts;
import dev.catamaran.revisions.ReleaseValuesReport;
import dev.catamaran.terminal.Ink.Paint;
import dev.catamaran.ui.Page.Filter;
import dev.catamaran.ui.Page.Part;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** All pages with one text in each place that a tenant, a chart or a cluster fills. */
final class TestPages {
  private final String text;
  private final ReleaseLink link;
  private boolean flag;

  TestPages(String text) {
    this.text = text;
    this.link = new ReleaseLink("widget.test.dev", "shop", text);
  }

  List<Page> all() {
    flag = false;
    var all = new ArrayList<>(pages());
    flag = true;
    all.addAll(pages());
    return all;
  }

  private List<Page> pages() {
    var row = filled(PrimaryRow.class);
    var query = Query.of(new Request("GET", List.of(), Map.of("text", text, "kind", text), "", ""));
    var filter = new Filter(query, List.of(text));
    var tabs = Pages.tabs(link, "values");
    return Stream.of(
            Pages.list(query, List.of(), Rows.CLOCK),
            Pages.list(Query.ALL, List.of(row), Rows.CLOCK),
            Pages.overview(link, filled(PrimaryReport.class), List.of(text), Rows.CLOCK),
            Pages.values(filled(ReleaseValuesReport.class)),
            List.<Part>of(new Part.Lines(filled(RevisionChanges.class).lines(Paint.NONE))),
            List.<Part>of(new Part.Lines(filled(ReleasePreview.class).lines(Paint.NONE))),
            List.<Part>of(new Part.Note(text), Part.sentence(text), new Part.Heading(text)),
            Pages.rollouts(new FoundRollouts(List.of(filled(FoundRollout.class)))))
        .map(parts -> new Page(text, "Releases", "", tabs, filter, parts))
        .toList();
  }

  private <T extends Record> T filled(Class<T> type) {
    return type.cast(value(type));
  }

  /** Returns a value of a type with the text wherever one may be. */
  private Object value(Type type) {
    if (type instanceof ParameterizedType generic) {
      var inner = value(generic.getActualTypeArguments()[0]);
      return generic.getRawType() == List.class ? List.of(inner, inner) : Optional.of(inner);
    }
    var plain = (Class<?>) type;
    if (plain.isRecord()) {
      return made(plain);
    } else if (plain.isEnum()) {
      return plain.getEnumConstants()[0];
    } else if (JsonNode.class.isAssignableFrom(plain)) {
      return TextNode.valueOf(text);
    } else if (plain == String.class) {
      return text;
    } else if (plain == boolean.class) {
      return flag;
    } else if (plain == int.class) {
      return 2;
    } else if (plain == long.class) {
      return 2L;
    }
    throw new IllegalArgumentException("no value for " + type);
  }

  private Object valueOf(RecordComponent component) {
    return component.getName().equals("qualifiedName")
        ? text + "/" + text
        : value(component.getGenericType());
  }

  private Object made(Class<?> type) {
    try {
      var components = type.getRecordComponents();
      var types = Stream.of(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
      var constructor = type.getDeclaredConstructor(types);
      constructor.setAccessible(true);
      return constructor.newInstance(Stream.of(components).map(this::valueOf).toArray());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
