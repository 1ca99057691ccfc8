package dev.catamaran.it.inspect;

import static dev.catamaran.fixture.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.rollout.RolloutKind;
import dev.catamaran.testcluster.Canary;
import dev.catamaran.testcluster.Chromium;
import dev.catamaran.testcluster.Chromium.Look;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A person looks for answers in a browser: Gadgets of which one drifts and one fails, and Widgets
 * whose new chart waits for an approval.
 */
@TestMethodOrder(OrderAnnotation.class)
class UiCommandIT {
  private static final String GADGETS = "gadget.test.catamaran.dev";
  private static final String GADGET = "/release/" + GADGETS + "/NAMESPACE/";
  private static final int LAST = Integer.MAX_VALUE;
  private static final String ROLLOUT = "widget.test.catamaran.dev-1";

  private static TestNamespace namespace;
  private static UiCommand command;
  private static UiCommand acting;
  private static Chromium browser;

  @BeforeAll
  static void makeWhatPeopleAskFor(TestNamespace given) {
    namespace = given;
    var fleet = TestChart.named("fleet").configMap("made", "by", "first");
    var watching =
        Watching.chart(
                "Gadget",
                paged(),
                "allowOperatorNamespace: true",
                "remediation: {retries: 0}",
                "drift: {mode: warn}",
                "valuesFrom: [{kind: Secret, name: passwords}]")
            .and(
                "Widget",
                fleet.path(),
                "allowOperatorNamespace: true",
                "rollout: {waves: [1, 50%, 100%], readyFor: 1s, approval: each}");
    namespace.secret(
        "passwords", Map.of("values.yaml", "{login: {password: %s}}".formatted(Canary.word())));
    namespace.launch(Map.of("POD_NAMESPACE", namespace.name()), watching);
    namespace.apply("Gadget", "one", "{image: nginx, size: small}");
    namespace.apply("Gadget", "two", "{image: nginx}");
    namespace.apply("Gadget", "three", "{image: \"\"}");
    var widgets = List.of("w1", "w2", "w3", "w4");
    widgets.forEach(name -> namespace.apply("Widget", name, "{}"));
    widgets.forEach(name -> namespace.awaitReady("Widget", name));
    eventually(
        () ->
            assertTrue(
                namespace.list(Secret.class).stream()
                    .anyMatch(secret -> "catamaran.dev/edition".equals(secret.getType()))));
    fleet.configMap("made", "by", "second");
    namespace.awaitReady("Gadget", "two");
    namespace.put("two-page", "image", "changed");
    namespace.awaitReady("Gadget", "one");
    // By another program than the one that created the primary.
    namespace
        .resource("Gadget", "one")
        .patch(
            new PatchContext.Builder()
                .withPatchType(PatchType.JSON_MERGE)
                .withFieldManager("shop-pipeline")
                .build(),
            "{\"spec\":{\"image\":\"httpd\"}}");
    namespace.awaitRevisions("one", "1 superseded", "2 deployed");
    namespace.awaitReason("Gadget", "two", "Drifted", "DriftFound");
    namespace.one("Gadget", "three").awaitStatus("ReleaseFailed", "True");
    eventually(() -> assertEquals("Waiting", rollout("status", "phase")));
    var shell = Shell.in(namespace, watching.write());
    command = UiCommand.start(shell);
    acting = UiCommand.start(shell, "--actions");
    for (var part : List.of("1 drift", "1 failed")) {
      eventually(() -> assertTrue(command.send("/").body().contains("\"%s\"".formatted(part))));
    }
  }

  private static Path paged() {
    return TestChart.named("paged")
        .template(
            "page.yaml",
            """
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: "{{ .Release.Name }}-page"}
            data: {image: "{{ .Values.image | required "an image is needed" }}"}
            ---
            apiVersion: v1
            kind: Secret
            metadata: {name: "{{ .Release.Name }}-login"}
            stringData: {password: "{{ .Values.login.password }}"}
            """)
        .path();
  }

  private static String rollout(String... field) {
    return String.valueOf(
        namespace
            .client()
            .genericKubernetesResources(RolloutKind.API)
            .inNamespace(namespace.name())
            .withName(ROLLOUT)
            .require()
            .<Object>get((Object[]) field));
  }

  @AfterAll
  static void stop() {
    if (browser != null) {
      browser.close();
    }
    Stream.of(command, acting).filter(Objects::nonNull).forEach(UiCommand::close);
  }

  /** The browser of all tests. It has opened the printed URL. */
  private static Chromium browser() {
    Chromium.assumeInstalled();
    if (browser == null) {
      browser = Chromium.start();
      browser.open(command.url());
      browser.open(acting.url());
    }
    return browser;
  }

  private static URI page(String path) {
    return command.url().resolve(inNamespace(path));
  }

  private static String inNamespace(String text) {
    return text.replace("NAMESPACE", namespace.name());
  }

  /** CanaryCheck looks for encoded forms too. */
  private static void assertHidesSecrets(String path, String html) {
    Canary.saw("pages", path, html);
    assertFalse(html.contains(Canary.word()), html);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      useHeadersInDisplayName = true,
      textBlock =
          """
          question                                | clicks                               | answer
          which releases drift, and why?          | 1 drift                              | two … Drifted left as they are: ConfigMap/two-page
          which releases failed, and why?         | 1 failed                             | three … an image is needed
          what would the operator do about that?  | 1 drift > two > Next reconcile       | It would change nothing
          who changed the image of one?           | GADGETS > one                        | Who wrote the spec … shop-pipeline … ago image
          what is the image of one, and before?   | GADGETS > one > Last change          | image "nginx" "httpd"
          where is the password of one from?      | GADGETS > one > Values               | login.password "******" values-from Secret passwords
          how far is the new chart, and why?      | Rollouts                             | wave 1 of 3, 0 of 4 done … wave 1 of 3 waits for an approval
          what will wave 3 do?                    | Rollouts > NAMESPACE/w4 > Next reconcile | reach this primary with its wave … ConfigMap/w4-made … data.by "first" "second"
          """)
  void answersInThreeClicks(String question, String clicks, String answer) {
    var seen = browser();
    seen.show(Look.LIGHT);
    seen.open(page("/"));
    var way = inNamespace(clicks).replace("GADGETS", GADGETS).split(" > ", -1);
    assertTrue(way.length <= 3, question);
    for (var link : way) {
      seen.click(link);
      assertHidesSecrets(link, seen.source());
    }
    var text = seen.text();
    int at = 0;
    for (var part : inNamespace(answer).split(" … ", -1)) {
      at = text.indexOf(part, at);
      assertTrue(at >= 0, () -> part + " in:\n" + text);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        GADGET + "two",
        GADGET + "one/changes",
        "/release/widget.test.catamaran.dev/NAMESPACE/w4/next",
        "/rollouts",
      })
  void isAccessible(String path) {
    assertAccessible(page(path));
  }

  private static void assertAccessible(URI page) {
    var seen = browser();
    seen.open(page);
    for (var look : Look.values()) {
      seen.show(look);
      assertEquals(List.of(), Accessibility.findings(seen, look), look::name);
    }
  }

  /** Else the test before shows nothing. */
  @Test
  void noticesFaults() {
    var seen = browser();
    seen.show(Look.PHONE);
    seen.open(page("/"));
    seen.run(
        """
        const add = (kind, text) => document.querySelector("main").appendChild(
            Object.assign(document.createElement(kind), {textContent: text}))
        add("img", "")
        add("p", "faint").style.cssText = "color: #777; background: #888"
        add("p", "long").style.cssText = "width: 600px"
        """);

    assertEquals(
        "color-contrast, image-alt, wider than the window",
        Accessibility.findings(seen, Look.PHONE).stream()
            .map(found -> found.replaceFirst(":.*", ""))
            .sorted()
            .collect(joining(", ")));
  }

  @Test
  void hidesSecretsAndKnowsWhatIsMissing() {
    for (var path :
        List.of("two", "one", "one/values", "one/changes?from=1&to=2", "two/next", "three/next")) {
      var seen = command.send(inNamespace(GADGET + path));
      assertEquals(200, seen.code(), seen.body());
      assertHidesSecrets(path, seen.body());
    }
    for (var path : List.of(GADGET + "four", GADGET + "one/changes?from=1&to=9", "/nowhere")) {
      assertEquals(404, command.send(inNamespace(path)).code());
    }
  }

  @Test
  @Order(LAST)
  void rollsBackPausesAndResumesAfterAConfirmation() {
    namespace.apply("Gadget", "five", "{image: nginx}");
    namespace.awaitRevisions("five", "1 deployed");
    namespace.apply("Gadget", "five", "{image: httpd}");
    namespace.awaitRevisions("five", "1 superseded", "2 deployed");
    awaitReported(2);
    var seen = browser();
    seen.show(Look.LIGHT);
    var page = acting.url().resolve(inNamespace(GADGET + "five"));
    seen.open(page);
    seen.click("Roll back to revision 1");
    assertHidesSecrets("rollback", seen.source());
    assertShows("makes a new revision with the objects of revision 1", seen);
    assertShows("image \"httpd\" \"nginx\"", seen);
    assertShows(
        "catamaran rollback %s/five --namespace NAMESPACE --revision 1".formatted(GADGETS), seen);
    assertEquals(List.of("1 superseded", "2 deployed"), namespace.revisions("five"));

    seen.click("Roll back to revision 1");
    assertShows("is rolled back to revision 1", seen);
    namespace.awaitRevisions("five", "1 superseded", "2 superseded", "3 deployed");
    awaitReported(3);

    act("Pause", "is paused", page);
    act("Resume", "is resumed", page);
    act("End the rollback", "follows its spec again", page);
    awaitReported(4);
    assertAccessible(URI.create(page + "/do/rollback?revision=1"));
  }

  /** A confirmation holds for the revision that the status reports. */
  private static void awaitReported(int revision) {
    eventually(
        () -> {
          var five = Objects.requireNonNull(namespace.primary("Gadget", "five"));
          assertEquals(revision, five.<Integer>get("status", "deployedRelease", "revision"));
        });
  }

  private static void act(String action, String result, URI page) {
    var seen = browser();
    seen.open(page);
    seen.click(action);
    assertShows("Do nothing, and go back", seen);
    seen.click(action);
    assertShows(result, seen);
  }

  /** A click returns before the next page is there. */
  private static void assertShows(String part, Chromium seen) {
    eventually(
        () -> {
          var text = seen.text();
          assertTrue(text.contains(inNamespace(part)), () -> part + " in:\n" + text);
        });
  }

  @Test
  @Order(LAST)
  void approvesAWaveAfterAConfirmation() {
    // The pages list the rollouts of all namespaces.
    var rollout = ROLLOUT + inNamespace(" in NAMESPACE");
    var seen = browser();
    seen.show(Look.LIGHT);
    seen.open(acting.url().resolve("/rollouts"));
    seen.click("Approve " + rollout);
    assertShows("Wave 1 of 3 of Widget.test.catamaran.dev may begin", seen);
    assertShows("It keeps to the plan", seen);
    assertShows("0 of 4 done", seen);
    assertEquals("null", rollout("spec", "approvedWave"));

    seen.click("Approve wave 1");
    assertShows(ROLLOUT + " may go on up to wave 1 of 3, and keeps to the plan", seen);
    assertEquals("1", rollout("spec", "approvedWave"));
    eventually(() -> assertEquals("second", namespace.data("w1-made").get("by")));
    // The next confirmation would be for the wave before.
    eventually(
        () ->
            assertTrue(
                rollout("status", "message").startsWith("wave 2 of 3 waits for an approval"),
                () -> rollout("status", "message")));
    seen.click("Undo " + rollout);
    assertShows("go back to the objects that they had", seen);
    seen.click("Undo");
    assertShows(ROLLOUT + " is undone: changed primaries go back", seen);
    eventually(() -> assertEquals("first", namespace.data("w1-made").get("by")));
  }

  /** The form of a page, as another program reads it. */
  private static String form(UiCommand ui, String path) {
    var html = ui.send(path).body();
    var fields =
        Pattern.compile("type=\"hidden\" name=\"(\\w+)\" value=\"([^\"]*)\"").matcher(html);
    return fields
        .results()
        .map(field -> field.group(1) + "=" + URLEncoder.encode(field.group(2), UTF_8))
        .collect(joining("&"));
  }

  @Test
  void changesNothingWithoutTheFlagOrTheFormOfItsPages() {
    var pause = inNamespace(GADGET + "one/do/pause");
    var form = form(acting, pause);
    assertTrue(form.startsWith("form="), form);
    assertEquals(405, command.submit(pause, form).code());
    assertEquals(404, command.send(pause).code());
    for (var path : List.of("/rollouts", inNamespace(GADGET + "one"))) {
      var html = command.send(path).body();
      assertFalse(html.contains("/do/") || html.contains("method=\"post\""), html);
    }
    assertEquals(403, acting.submit(pause, form.replaceFirst("form=.", "form=!")).code());
    assertEquals(403, acting.submit(pause, "").code());
    assertEquals(403, acting.submit(pause, form, "http://127.0.0.1:1").code());
    assertEquals(403, acting.submit(pause, form, "null").code());
    assertEquals(200, acting.send(pause + "?" + form).code());
    assertEquals("null", String.valueOf(annotation("one", "catamaran.dev/pause")));
  }

  private static @Nullable String annotation(String gadget, String name) {
    return namespace.resource("Gadget", gadget).require().getMetadata().getAnnotations().get(name);
  }

  @Test
  void refusesWhatWasConfirmedForAnotherState() {
    namespace.apply("Gadget", "six", "{image: nginx}");
    namespace.awaitReady("Gadget", "six");
    var pause = inNamespace(GADGET + "six/do/pause");
    var form = form(acting, pause);
    namespace.annotate("Gadget", "six", "other.example/note", "does not matter");
    namespace.apply("Gadget", "six", "{image: httpd}");

    var refused = acting.submit(pause, form);

    assertEquals(409, refused.code());
    assertTrue(
        refused.body().contains("six has changed since you saw it, so nothing was done"),
        refused.body());
    assertTrue(refused.body().contains("<button type=\"submit\">Pause</button>"), refused.body());
    assertEquals("null", String.valueOf(annotation("six", "catamaran.dev/pause")));
  }
}
