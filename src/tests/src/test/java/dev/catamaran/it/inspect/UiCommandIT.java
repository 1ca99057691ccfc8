package dev.catamaran.it.inspect;

import static dev.catamaran.fixture.Eventually.eventually;
import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.cli.Main;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.rollout.RolloutKind;
import dev.catamaran.testcluster.Canary;
import dev.catamaran.testcluster.Chromium;
import dev.catamaran.testcluster.Chromium.Look;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.Secret;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
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
  private static UiCommand shown;
  private static Path watches;
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
    namespace.apply("Gadget", "one", "{image: httpd, size: small}");
    namespace.awaitRevisions("one", "1 superseded", "2 deployed");
    namespace.awaitReason("Gadget", "two", "Drifted", "DriftFound");
    namespace.one("Gadget", "three").awaitStatus("ReleaseFailed", "True");
    eventually(() -> assertEquals("Waiting", rollout("status", "phase")));
    watches = watching.write();
    command = UiCommand.start(Shell.in(namespace, watches));
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
    for (var each : new UiCommand[] {command, shown}) {
      if (each != null) {
        each.close();
      }
    }
  }

  /** The browser of all tests. It has opened the URL of a command of its own. */
  private static Chromium browser() {
    Chromium.assumeInstalled();
    if (browser == null) {
      shown = UiCommand.launch(Shell.in(namespace, watches));
      browser = Chromium.start();
      browser.open(shown.url());
    }
    return browser;
  }

  private static URI page(String path) {
    browser();
    return shown.url().resolve(inNamespace(path));
  }

  private static String inNamespace(String text) {
    return text.replace("NAMESPACE", namespace.name())
        .replace("GADGET/", GADGETS + "/")
        .replace("WIDGET/", "widget.test.catamaran.dev/");
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
          which releases drift, and why?          | 1 drift                              | two … Drifted … left as they are: ConfigMap/two-page
          which releases failed, and why?         | 1 failed                             | three … an image is needed
          what would the operator do about that?  | 1 drift > GADGET/two > Next reconcile | no change
          what is the image of one, and before?   | GADGET/one > Last change             | image: "nginx" -> "httpd"
          where is the password of one from?      | GADGET/one > Values                  | login.password "******" values-from Secret passwords
          how far is the new chart, and why?      | Rollouts                             | 0 of 4 … wave 1 of 3 waits for an approval
          what will wave 3 do?                    | WIDGET/w4 > Next reconcile           | reach this custom resource with its wave … ConfigMap/w4-made … data.by: "first" -> "second"
          """)
  void answersInThreeClicks(String question, String clicks, String answer) {
    var seen = browser();
    seen.show(Look.LIGHT);
    seen.open(page("/"));
    var way = inNamespace(clicks).split(" > ", -1);
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
  void admitsNobodyByAUrlThatABrowserHasOpened() {
    try (var other = HttpClient.newHttpClient()) {
      var again = new UiCommand(Thread.currentThread(), command.url(), other);
      var refused = again.send("/?" + command.url().getQuery());

      assertEquals(403, refused.code());
      assertTrue(refused.body().contains("start it again for a new URL"), refused.body());
    }
  }

  @Test
  @Order(LAST)
  void showsTheCommandsThatAct() {
    var release = inNamespace(GADGET + "one");
    runShown(release, "pause");
    assertEquals("true", annotation("one", "catamaran.dev/pause"));
    runShown(release, "resume");
    assertNull(annotation("one", "catamaran.dev/pause"));
    runShown("/rollouts", "rollout approve");
    eventually(() -> assertEquals("second", namespace.data("w1-made").get("by")));
    assertEquals("1", rollout("spec", "approvedWave"));
  }

  /** Runs a command as a person does who copies it from a page. */
  private static void runShown(String path, String verb) {
    var html = command.send(path).body();
    var shown =
        Pattern.compile("<code>catamaran (%s [^<]*)</code>".formatted(verb))
            .matcher(html)
            .results()
            .map(found -> found.group(1))
            .filter(line -> line.endsWith(" --namespace " + namespace.name()))
            .findFirst()
            .orElseThrow(() -> new AssertionError(verb + " is not on " + html));
    var words = new ArrayList<>(List.of(shown.split(" ", -1)));
    words.add("--kubeconfig=" + namespace.cluster().adminKubeconfig());
    if (!verb.startsWith("rollout")) {
      words.add("--watches-file=" + watches);
    }
    var out = new StringWriter();
    var writer = new PrintWriter(out);
    assertEquals(0, Main.execute(writer, writer, words.toArray(String[]::new)), out::toString);
  }

  private static @Nullable String annotation(String gadget, String name) {
    return namespace.resource("Gadget", gadget).require().getMetadata().getAnnotations().get(name);
  }

  @Test
  void changesNothing() {
    for (var path : List.of("/rollouts", inNamespace(GADGET + "one"))) {
      var html = command.send(path).body();
      assertFalse(html.contains("method=\"post\""), html);
    }
  }
}
