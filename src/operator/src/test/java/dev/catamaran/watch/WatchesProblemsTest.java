package dev.catamaran.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Each invalid watches.yaml produces exactly one message with its fix. The messages show the path
 * of the folder as DIR.
 */
class WatchesProblemsTest {
  private static final String CHART =
      "- group: cache.my.domain\n"
          + "  version: v1\n"
          + "  kind: Memcached\n"
          + "  chart: helm-charts/memcached\n";

  private static final String JAVA =
      "- group: cache.my.domain\n  version: v1\n  kind: Memcached\n  reconciler: com.example.R\n";

  private static final String GVK = " watches[0] cache.my.domain/v1, Kind=Memcached: ";
  private static final String EMPTY =
      ":1: no watches defined; add an entry with group, version, kind and chart";

  private final Path folder;
  private final WatchesFixture fixture;

  WatchesProblemsTest(@TempDir Path folder) throws IOException {
    this.folder = folder;
    this.fixture = WatchesFixture.in(folder);
  }

  /** A pilcrow ends a line, and an arrow is a tab; {@code @chart} is a valid entry. */
  @ParameterizedTest
  @CsvSource(
      delimiterString = " => ",
      quoteCharacter = '\0',
      textBlock =
          """
          - group: [a => :2: not YAML: while parsing a flow sequence: expected ',' or ']', but got <stream end>; look at column 1
          @java¶  retry: {initial: 10m, max: 1m} => :5 watches[0] cache.my.domain/v1, Kind=Memcached: max: 1m0s is shorter than initial, 10m0s; make it as long or longer
          @chart¶  retry: {multiplier: 0.5} => :5 watches[0] cache.my.domain/v1, Kind=Memcached: multiplier: must be a number ≥ 1
          @java¶  retry: {jitter: 1} => :5 watches[0] cache.my.domain/v1, Kind=Memcached: jitter: must be a number from 0 to below 1
          @java¶  retry: {attempts: 5} => :5 watches[0] cache.my.domain/v1, Kind=Memcached: unknown field "attempts"; use initial, multiplier, max, jitter
          @chart¶  rateLimit: {passes: 10} => :5 watches[0] cache.my.domain/v1, Kind=Memcached: rateLimit: per is required; add e.g. per: 1m
          group: a => :1: expected a list; begin each entry with -
          @chart¶---¶@java => :6: a second YAML document; put all entries into one list
          - group: a¶→version: v1 => :2: tab at column 1; use spaces; look at column 1
          - group: a¶  kind: K¶  reconciler: R => :1 watches[0]: version is required; add e.g. version: v1alpha1
          - group: a¶  version: v1¶  reconciler: R => :1 watches[0]: kind is required; add e.g. kind: Memcached
          - group: a_b¶  version: v1¶  kind: K¶  reconciler: R => :1 watches[0] a_b/v1, Kind=K: group: "a_b" is not a DNS subdomain; use e.g. cache.example.com
          @chart¶@chart => :5 watches[1] cache.my.domain/v1, Kind=Memcached: duplicate GVK, also at line 1; keep one
          @chart¶@chart2 => :5 watches[1] cache.my.domain/v2, Kind=Memcached: the same objects are watched in version v1 at line 1; keep the version that charts and reconcilers are written for
          @java¶@chart => :5 watches[1] cache.my.domain/v1, Kind=Memcached: duplicate GVK, also at line 1; keep one
          - version: v1¶  kind: K¶  chartt: helm-charts/memcached => :3 watches[0] v1, Kind=K: unknown field "chartt"; did you mean chart?
          - version: v1¶  kind: K => :1 watches[0] v1, Kind=K: chart is required; or name a Java class with reconciler
          - version: v1¶  kind: K¶  chart: nothing => :3 watches[0] v1, Kind=K: chart DIR/nothing: does not exist; check the path
          - version: v1¶  kind: K¶  chart: watches.yaml => :3 watches[0] v1, Kind=K: chart DIR/watches.yaml: not a chart directory or .tgz; name the directory that has Chart.yaml in it
          - version: v1¶  kind: K¶  chart: helm-charts => :3 watches[0] v1, Kind=K: chart DIR/helm-charts: Chart.yaml missing; name the directory that has Chart.yaml in it
          @chart¶  reconciler: R => :5 watches[0] cache.my.domain/v1, Kind=Memcached: chart and reconciler are both set; keep one of them
          - version: v1¶  kind: K¶  reconciler: [a.B, a..C] => :3 watches[0] v1, Kind=K: reconciler: "a..C" is not a Java class name; use the full name, e.g. com.example.MemcachedReconciler
          """)
  void reportsAProblemOfAFile(String text, String message) throws IOException {
    assertEquals(List.of("DIR/watches.yaml" + message), messages(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "# x\n"})
  void reportsAFileWithoutEntries(String text) throws IOException {
    assertEquals(List.of("DIR/watches.yaml" + EMPTY), messages(text));
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = " => ",
      quoteCharacter = '\0',
      textBlock =
          """
          unheardOf: 1 => unknown field "unheardOf"; remove it
          extensions: [a..B] => extensions: "a..B" is not a Java class name; use the full name, e.g. com.example.MemcachedReconciler
          releaseName: '{{ .metadata.uid }}' => releaseName: "{{ .metadata.uid }}" cannot be part of a name; allowed are text, {{ .metadata.name }}, {{ .metadata.namespace }}, {{ .metadata.labels.x }}, {{ .metadata.annotations.x }} and {{ .spec.x.y }}
          targetNamespace: a.b => namespace "a.b" must be lower case letters, digits and dashes, begin and end with a letter or digit, and have at most 63 characters
          serviceAccountName: default => service account default is that of all pods that name none, so they would have the rights of the releases; make an account for releases, such as deployer, and name it here
          serviceAccountName: A => service account "A" must be lower case letters, digits, dots and dashes, begin and end with a letter or digit, and have at most 253 characters
          kind: Memcached => duplicate key "kind"; first at line 3
          reconcilePeriod: 1x => reconcilePeriod: "1x" is not a duration; use e.g. 1m30s, or 0 for the default
          reconcilePeriod: -1m => reconcilePeriod: "-1m" is not a duration; use e.g. 1m30s, or 0 for the default
          maxConcurrentReconciles: 0 => maxConcurrentReconciles: must be an integer from 1 to 999999999
          maxHistory: 1.5 => maxHistory: must be an integer from 1 to 999999999
          drift: mend => drift: "mend" is not a known word; use one of correct, warn, ignore
          rollout: {waves: [1, 50%]} => waves: the last one must be 100%; e.g. [1, 5%, 25%, 100%]
          rollout: {waves: [half, 100%]} => waves: "half" is no wave; write a number, a share such as 5%, or a label such as tier=canary
          rollout: {waves: [100%], atOnce: 101} => atOnce: must be an integer from 1 to 100
          rollout: {waves: [100%], windows: [{from: '22:00'}]} => windows: to is required; add e.g. to: 04:00
          rollout: {waves: [100%], windows: [{from: ten, to: '04:00'}]} => from: "ten" is no time of day; write e.g. "22:00" in quotes
          rollout: {waves: [100%], windows: [{timeZone: Zurich, from: '22:00', to: '04:00'}]} => timeZone: Unknown time-zone ID: Zurich; use e.g. Europe/Zurich or UTC
          rollout: {waves: [100%], windows: [{days: [Monday], from: '22:00', to: '04:00'}]} => days: "Monday" is not a known word; use one of Mon, Tue, Wed, Thu, Fri, Sat, Sun
          drift: {ignored: []} => unknown field "ignored"; did you mean ignore?
          drift: {ignore: []} => ignore: has no items; add one, or remove the field
          drift: {ignore: [{kind: Secret, path: /spec}]} => unknown field "path"; did you mean paths?
          drift: {ignore: [{}]} => a rule that names nothing ignores everything; name paths, kind, name or labelSelector; or say mode: ignore
          drift: {ignore: [{paths: /spec}]} => paths: must be a list; begin each item with -
          drift: {ignore: [{paths: [spec.replicas]}]} => paths: "spec.replicas" is not a JSON pointer to a field; use e.g. /spec/replicas or /metadata/annotations/example.com~1team (~1 is /, ~0 is ~; items of lists by index, not *)
          drift: {ignore: [{paths: [/a~b]}]} => paths: "/a~b" is not a JSON pointer to a field; use e.g. /spec/replicas or /metadata/annotations/example.com~1team (~1 is /, ~0 is ~; items of lists by index, not *)
          drift: {ignore: [{paths: ['/spec/template/spec/containers/*/image']}]} => paths: "/spec/template/spec/containers/*/image" is not a JSON pointer to a field; use e.g. /spec/replicas or /metadata/annotations/example.com~1team (~1 is /, ~0 is ~; items of lists by index, not *)
          drift: {ignore: [{paths: [/spec/]}]} => paths: "/spec/" is not a JSON pointer to a field; use e.g. /spec/replicas or /metadata/annotations/example.com~1team (~1 is /, ~0 is ~; items of lists by index, not *)
          watchDependentResources: "no" => watchDependentResources: must be true or false; without quotes
          selector: {matchExpressions: [{key: a, operator: Near}]} => operator: "Near" is not a known word; use one of In, NotIn, Exists, DoesNotExist
          selector: {matchExpressions: [{key: a, operator: In}]} => In needs values
          selector: {app: x} => unknown field "app"; use matchLabels, matchExpressions
          selector: {matchLabels: {a: 1}} => matchLabels: key a: "1" is not a label's value; write at most 63 letters, digits, -, _ and . in quotes
          valuesFrom: [{kind: Pod, name: x}] => kind: "Pod" is not a known word; use one of ConfigMap, Secret
          valuesFrom: [{kind: Secret, name: a_b}] => name: "a_b" is not an object's name; use e.g. my-values
          valuesFrom: [{kind: Secret, name: x, path: y}] => unknown field "path"; use kind, name, key, optional, targetPath
          valuesFrom: [{kind: Secret, name: x, targetPath: 'a..b'}] => targetPath: key a..b: column 3: a name is missing
          overrideValues: {k: [1]} => overrideValues: key k: must be a string; write a path for each value, e.g. image.tag
          overrideValues: x => overrideValues: must be a mapping; write key: value lines
          overrideValues: {k: 1, k: 2} => duplicate key "k"; first at line 5
          overrideValues: {k: 'a{{ env }}'} => overrideValues: key k: the template cannot be evaluated: function "env" not defined; use functions of text/template and slim-sprig that have the same result at each start, and ${VAR} for the environment
          overrideValues: {k: 'a${X}'} => overrideValues: key k: ${X} is not set; set it in the operator's environment, or write $$ for a dollar sign
          overrideValues: {k: 'a,b'} => overrideValues: key k: value, column 2: write \\, for a comma, or {a,b} for a list
          overrideValues: {'a[x]': 1} => overrideValues: key a[x]: column 3: expected a number from 0 to 65536 in [ ]
          reconciler: ~¶  chart: [a] => duplicate key "chart"; first at line 4
          """)
  void reportsAProblemOfAField(String lines, String message) throws IOException {
    var problem =
        "DIR/watches.yaml:" + (5 + lines.chars().filter(c -> c == '¶').count()) + GVK + message;
    assertEquals(List.of(problem), messages("@chart¶  " + lines));
  }

  @Test
  void namesTheFullPathOfAMissingFile() {
    assertEquals(List.of("DIR/watches.yaml: not found; set --watches-file"), messages());
  }

  @Test
  void reportsADirectoryInPlaceOfAFile() throws IOException {
    Files.createDirectory(fixture.file());
    assertEquals(List.of("DIR/watches.yaml: Is a directory; set --watches-file"), messages());
  }

  /** Both would be read for ever: /dev/zero has no end, and a pipe waits for a writer. */
  @Test
  void reportsADeviceInPlaceOfAFile() throws IOException {
    Files.createSymbolicLink(fixture.file(), Path.of("/dev/zero"));
    assertEquals(
        List.of("DIR/watches.yaml: a pipe or a device, not a file; set --watches-file"),
        messages());
  }

  @Test
  void reportsAProblemOfAChartAtItsLine() throws IOException {
    var chart = "DIR/watches.yaml:4" + GVK + "chart DIR/helm-charts/memcached";
    Files.writeString(folder.resolve("helm-charts/memcached/Chart.yaml"), "name: a\nversion: x");
    assertEquals(
        List.of(
            chart
                + ": Chart.yaml:2: version \"x\" is not SemVer; use MAJOR.MINOR.PATCH, e.g. 0.1.0"),
        messages("@chart"));
    Files.createSymbolicLink(folder.resolve("endless.tgz"), Path.of("/dev/zero"));
    assertEquals(
        List.of(
            "DIR/watches.yaml:3 watches[0] v1, Kind=K: chart DIR/endless.tgz: not a chart directory"
                + " or .tgz; name the directory that has Chart.yaml in it"),
        messages("- version: v1¶  kind: K¶  chart: endless.tgz"));
  }

  @Test
  void reportsAFileThatIsNotUtf8() throws IOException {
    Files.write(fixture.file(), new byte[] {(byte) 0xC3, '('});
    assertEquals(List.of("DIR/watches.yaml: not UTF-8; save it as UTF-8"), messages());
  }

  /** Tests the message only. Tests may run as root, and root can read every file. */
  @Test
  void reportsAFileWithoutReadPermission() {
    var problem =
        WatchesLoader.unreadable(Path.of("/w.yaml"), new AccessDeniedException("/w.yaml"));
    assertEquals("/w.yaml: permission denied; let the operator's user read it", problem.message());
  }

  private List<String> messages(String text) throws IOException {
    var written =
        text.replace("@chart2", CHART.replace("version: v1", "version: v2").strip())
            .replace("@chart", CHART.strip())
            .replace("@java", JAVA.strip())
            .replace('¶', '\n')
            .replace('→', '\t');
    Files.writeString(fixture.file(), written + "\n");
    return messages();
  }

  private List<String> messages() {
    var e = assertThrows(InvalidWatchesException.class, fixture::load);
    return e.problems().stream()
        .map(problem -> problem.message().replace(folder.toString(), "DIR"))
        .toList();
  }
}
