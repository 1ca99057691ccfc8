package dev.catamaran.it.ownership;

import static dev.catamaran.fixture.Eventually.eventually;
import static dev.catamaran.fixture.Eventually.throughout;
import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.PassingKind;
import dev.catamaran.testcluster.RequestLog;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The API server does not store what the operator reports. */
class DroppedStatusIT {
  private static final String OPEN = "{type: object, x-kubernetes-preserve-unknown-fields: true}";
  private static final String STATUS = "{status: {}}";
  private static final Duration PERIOD = Duration.ofSeconds(1);

  /**
   * A way to lose the status.
   *
   * @param kind of its own
   * @param status its schema
   * @param lost a part of what people are told
   */
  private record Row(String kind, String status, String subresources, String lost) {
    PassingKind in(TestNamespace namespace) {
      return new PassingKind(namespace, kind, "v1");
    }

    String schema() {
      return Row.schema(status);
    }

    static String schema(String status) {
      return "{type: object, properties: {spec: %s, status: %s}}".formatted(OPEN, status);
    }
  }

  /** The status of this kind still has what the next process needs. */
  private static final String STORES_ALL_BUT_CONDITIONS = "Narrow";

  private static final List<Row> ROWS =
      List.of(
          new Row("Empty", "{type: object}", STATUS, "status.deployedRelease"),
          new Row(
              "Conditional",
              "{type: object, properties: {conditions: {type: array, items: %s}}}".formatted(OPEN),
              STATUS,
              "status.history"),
          new Row(
              "Older",
              """
              {type: object, properties: {conditions: {type: array, items: %1$s}, attempting: {type: string},
              deployedRelease: {type: object, properties: {name: {type: string}}}}}
              """
                  .formatted(OPEN)
                  .replace("\n", " "),
              STATUS,
              "status.deployedRelease.revision"),
          new Row("Alone", OPEN, "{}", "no status subresource"),
          new Row(
              STORES_ALL_BUT_CONDITIONS,
              """
              {type: object, x-kubernetes-preserve-unknown-fields: true, properties:
              {conditions: {type: array, maxItems: 1, items: %s}}}
              """
                  .formatted(OPEN)
                  .replace("\n", " "),
              STATUS,
              "must have at most 1 item"),
          new Row(
              "Demanding",
              "{type: object, x-kubernetes-preserve-unknown-fields: true, required: [theirs]}",
              STATUS,
              "status.theirs: Required value"));

  /** Everything that a second installation would replace. */
  private record Made(List<String> revisions, Map<String, String> uids) {
    static Made of(TestNamespace namespace, String release) {
      return new Made(
          namespace.revisions(release),
          Stream.concat(
                  namespace.list(Secret.class).stream(), namespace.list(ConfigMap.class).stream())
              .map(object -> object.getMetadata())
              .filter(
                  metadata ->
                      metadata.getName().contains(release + "-")
                          || metadata.getName().contains("." + release + "."))
              .collect(Collectors.toMap(m -> m.getName(), m -> m.getUid())));
    }
  }

  @Test
  void causesNoInstallationAndIsToldOnce(TestNamespace namespace) {
    ROWS.forEach(row -> row.in(namespace).define(row.schema(), row.subresources()));
    var requests = RequestLog.of(namespace.identity());
    var operator = namespace.operate(watching(namespace, ""), PERIOD);
    ROWS.forEach(row -> create(row.in(namespace)));
    for (var row : ROWS) {
      namespace.awaitRevisions(release(row), "1 deployed");
      eventually(() -> assertEquals(1, told(namespace, row, "StatusNotStored").size(), row.kind()));
    }
    var before = made(namespace);

    assertRests(namespace, requests, before);
    assertAll(
        ROWS.stream()
            .map(
                row ->
                    () -> {
                      var told = told(namespace, row, "StatusNotStored");
                      assertEquals(1, told.size(), told::toString);
                      assertTrue(told.getFirst().contains(row.lost()), told::toString);
                    }));

    ROWS.forEach(row -> color(row.in(namespace), "green"));
    for (var row : ROWS) {
      namespace.awaitRevisions(release(row), "1 superseded", "2 deployed");
    }
    var upgraded = made(namespace);

    operator.close();
    var next = namespace.operate(watching(namespace, ""), PERIOD);
    var unknown =
        ROWS.stream().filter(row -> !row.kind().equals(STORES_ALL_BUT_CONDITIONS)).toList();
    for (var row : unknown) {
      eventually(
          () -> assertFalse(told(namespace, row, "RevisionNotReported").isEmpty(), row.kind()));
    }
    unknown.forEach(row -> color(row.in(namespace), "black"));
    assertRests(namespace, requests, upgraded);

    next.close();
    namespace.operate(watching(namespace, "allowUnreportedRevisions: true"), PERIOD);
    ROWS.forEach(row -> color(row.in(namespace), "black"));
    for (var row : ROWS) {
      eventually(
          () -> assertEquals("black", namespace.data(release(row) + "-colors").get("color")));
      namespace.awaitRevisions(release(row), "1 superseded", "2 superseded", "3 deployed");
    }
  }

  /** A release that is deployed stays, and is used again once the schema is mended. */
  @Test
  void endsWithTheReasonForIt(TestNamespace namespace) {
    var kind = new PassingKind(namespace, "Tightened", "v1");
    kind.define(Row.schema(OPEN), STATUS);
    namespace.operate(Watching.yaml(entry(kind, "")), PERIOD);
    create(kind);
    eventually(() -> assertEquals("True", ready(kind)));
    var before = Made.of(namespace, "tightened");

    kind.redefine(Row.schema("{type: object}"), STATUS);
    eventually(
        () -> {
          kind.object("tightened")
              .patch(
                  PatchContext.of(PatchType.JSON_MERGE),
                  "{\"metadata\":{\"annotations\":{\"catamaran.dev/reset-at\":\"%d\"}}}"
                      .formatted(System.nanoTime()));
          assertFalse(told(namespace, "Tightened", "StatusNotStored").isEmpty());
        });
    assertEquals(before, Made.of(namespace, "tightened"));

    kind.redefine(Row.schema(OPEN), STATUS);
    color(kind, "green");
    namespace.awaitRevisions("tightened", "1 superseded", "2 deployed");
    eventually(() -> assertEquals("True", ready(kind)));
  }

  /** Each pass would install again, or write the status again. */
  private static void assertRests(
      TestNamespace namespace, RequestLog requests, Map<String, Made> before) {
    requests.awaitQuiet(PERIOD.multipliedBy(2));
    requests.restart();
    throughout(
        PERIOD.multipliedBy(5),
        () -> {
          assertEquals(before, made(namespace));
          assertEquals(List.of(), requests.beyondUpkeep());
        });
  }

  private static Map<String, Made> made(TestNamespace namespace) {
    return ROWS.stream()
        .collect(Collectors.toMap(Row::kind, row -> Made.of(namespace, release(row))));
  }

  private static Object ready(PassingKind kind) {
    List<Map<String, Object>> conditions =
        kind.object("tightened").require().get("status", "conditions");
    return conditions == null
        ? "none"
        : conditions.stream()
            .filter(condition -> "Ready".equals(condition.get("type")))
            .map(condition -> condition.get("status"))
            .findFirst()
            .orElse("none");
  }

  private static String release(Row row) {
    return name(row.kind());
  }

  private static String name(String kind) {
    return kind.toLowerCase(java.util.Locale.ROOT);
  }

  private static List<String> told(TestNamespace namespace, Row row, String reason) {
    return told(namespace, row.kind(), reason);
  }

  private static List<String> told(TestNamespace namespace, String kind, String reason) {
    return namespace.list(Event.class).stream()
        .filter(event -> reason.equals(event.getReason()))
        .filter(event -> kind.equals(event.getInvolvedObject().getKind()))
        .map(Event::getMessage)
        .toList();
  }

  private static void create(PassingKind kind) {
    kind.namespace()
        .load(
            "{apiVersion: %s, kind: %s, metadata: {name: %s}, spec: {color: red}}"
                .formatted(kind.apiVersion(), kind.kind(), name(kind.kind())));
  }

  private static void color(PassingKind kind, String color) {
    kind.object(name(kind.kind()))
        .patch(
            PatchContext.of(PatchType.JSON_MERGE),
            "{\"spec\":{\"color\":\"%s\"}}".formatted(color));
  }

  private static Watching watching(TestNamespace namespace, String option) {
    return Watching.yaml(
        ROWS.stream().map(row -> entry(row.in(namespace), option)).collect(Collectors.joining()));
  }

  private static String entry(PassingKind kind, String option) {
    return "- {group: %s, version: v1, kind: %s, chart: \"%s\"%s}\n"
        .formatted(kind.group(), kind.kind(), chart(), option.isEmpty() ? "" : ", " + option);
  }

  private static Path chart() {
    return TestChart.named("colors")
        .configMap("colors", "color", "{{ .Values.color }}")
        .template(
            "hook.yaml",
            """
            apiVersion: v1
            kind: ConfigMap
            metadata:
              name: "{{ .Release.Name }}-hook"
              annotations: {helm.sh/hook: "pre-install,pre-upgrade"}
            """)
        .path();
  }
}
