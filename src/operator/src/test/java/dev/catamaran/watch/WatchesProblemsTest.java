package dev.catamaran.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each invalid watches.yaml produces exactly one message with its fix. The messages show the path
 * of the folder as DIR.
 */
class WatchesProblemsTest {

  private static final String CHART =
      "- group: cache.my.domain\n  version: v1\n  kind: Memcached\n  chart: helm-charts/memcached\n";

  private static final String JAVA =
      "- group: cache.my.domain\n  version: v1\n  kind: Memcached\n  reconciler: com.example.R\n";

  private static final String GVK = " watches[0] cache.my.domain/v1, Kind=Memcached: ";

  private final Path folder;
  private final WatchesFixture fixture;

  WatchesProblemsTest(@TempDir Path folder) throws IOException {
    this.folder = folder;
    this.fixture = WatchesFixture.in(folder);
  }

  static Stream<Arguments> files() {
    return Stream.of(
        argumentSet(
            "empty",
            "",
            ":1: no watches defined; add an entry with group, version, kind and chart"),
        argumentSet(
            "only a comment",
            "# x\n",
            ":1: no watches defined; add an entry with group, version, kind and chart"),
        argumentSet(
            "empty list",
            "\n[]\n",
            ":2: no watches defined; add an entry with group, version, kind and chart"),
        argumentSet(
            "not YAML",
            "- group: [a\n",
            ":2: not YAML: while parsing a flow sequence: expected ',' or ']', but got <stream end>; look at column 1"),
        argumentSet(
            "retry with max below initial",
            JAVA + "  retry: {initial: 10m, max: 1m}\n",
            ":5"
                + " watches[0] cache.my.domain/v1, Kind=Memcached: max: 1m0s is shorter than initial, 10m0s; make it as long or longer"),
        argumentSet(
            "retry's numbers",
            CHART + "  retry: {multiplier: 0.5}\n",
            ":5 watches[0] cache.my.domain/v1, Kind=Memcached:"
                + " multiplier: must be a number ≥ 1"),
        argumentSet(
            "retry's jitter",
            JAVA + "  retry: {jitter: 1}\n",
            ":5 watches[0] cache.my.domain/v1, Kind=Memcached:"
                + " jitter: must be a number from 0 to below 1"),
        argumentSet(
            "retry's names",
            JAVA + "  retry: {attempts: 5}\n",
            ":5 watches[0] cache.my.domain/v1, Kind=Memcached: unknown field"
                + " \"attempts\"; use initial, multiplier, max, jitter"),
        argumentSet(
            "rate limit without its time",
            CHART + "  rateLimit: {passes: 10}\n",
            ":5 watches[0] cache.my.domain/v1, Kind=Memcached: rateLimit needs per;"
                + " e.g. {passes: 10, per: 1m}"),
        argumentSet("mapping at top", "group: a\n", ":1: expected a list; begin each entry with -"),
        argumentSet(
            "two documents",
            CHART + "---\n" + JAVA,
            ":6: a second YAML document; put all entries into one list"),
        argumentSet(
            "tab",
            "- group: a\n\tversion: v1\n",
            ":2: tab at column 1; use spaces; look at column 1"),
        argumentSet(
            "no version",
            "- group: a\n  kind: K\n  reconciler: R\n",
            ":1 watches[0]: version must not be empty; add e.g. version: v1alpha1"),
        argumentSet(
            "empty version",
            "- group: a\n  version: ''\n  kind: K\n  reconciler: R\n",
            ":2 watches[0]: version must not be empty; add e.g. version: v1alpha1"),
        argumentSet(
            "no kind",
            "- group: a\n  version: v1\n  reconciler: R\n",
            ":1 watches[0]: kind must not be empty; add e.g. kind: Memcached"),
        argumentSet(
            "bad group",
            "- group: a_b\n  version: v1\n  kind: K\n  reconciler: R\n",
            ":1 watches[0] a_b/v1, Kind=K: group \"a_b\" is not a DNS subdomain; use e.g. cache.example.com"),
        argumentSet(
            "same API twice",
            CHART + CHART,
            ":5 watches[1] cache.my.domain/v1, Kind=Memcached: duplicate GVK, also at line 1; keep one"),
        argumentSet(
            "same kind in two versions",
            CHART + CHART.replace("version: v1", "version: v2"),
            ":5 watches[1] cache.my.domain/v2, Kind=Memcached: the same objects are watched in version v1 at line"
                + " 1; keep the version that charts and reconcilers are written for"),
        argumentSet(
            "API of a reconciler",
            JAVA + CHART,
            ":5 watches[1] cache.my.domain/v1, Kind=Memcached: GVK already claimed by reconciler com.example.R at"
                + " line 1; keep one"),
        argumentSet(
            "misspelt field",
            "- version: v1\n  kind: K\n  chartt: helm-charts/memcached\n",
            ":3 watches[0] v1, Kind=K: unknown field \"chartt\"; did you mean chart?"),
        argumentSet(
            "misspelt kind",
            "- version: v1\n  Kind: K\n  reconciler: R\n",
            ":2 watches[0]: unknown field \"Kind\"; did you mean kind?"),
        argumentSet(
            "no chart",
            "- version: v1\n  kind: K\n",
            ":1 watches[0] v1, Kind=K: chart is required; or name a Java class with reconciler"),
        argumentSet(
            "absent chart",
            "- version: v1\n  kind: K\n  chart: nothing\n",
            ":3 watches[0] v1, Kind=K: chart DIR/nothing: does not exist; check the path"),
        argumentSet(
            "no chart file",
            "- version: v1\n  kind: K\n  chart: watches.yaml\n",
            ":3 watches[0] v1, Kind=K: chart DIR/watches.yaml: not a chart directory or .tgz; name the directory that"
                + " has Chart.yaml in it"),
        argumentSet(
            "folder without a chart",
            "- version: v1\n  kind: K\n  chart: helm-charts\n",
            ":3 watches[0] v1, Kind=K: chart DIR/helm-charts: Chart.yaml missing; name the directory that has Chart.yaml"
                + " in it"),
        argumentSet(
            "chart and reconciler",
            CHART + "  reconciler: R\n",
            ":5" + GVK + "chart and reconciler are both set; keep one of them"),
        argumentSet(
            "no class name",
            "- version: v1\n  kind: K\n  reconciler: [a.B, a..C]\n",
            ":3 watches[0] v1, Kind=K: reconciler: \"a..C\" is not a Java class name; use e.g."
                + " com.example.MemcachedReconciler"));
  }

  @ParameterizedTest
  @MethodSource("files")
  void reportsAProblemOfAFile(String text, String message) throws IOException {
    Files.writeString(fixture.file(), text);
    assertEquals(List.of("DIR/watches.yaml" + message), messages());
  }

  static Stream<Arguments> fields() {
    return Stream.of(
        argumentSet("unknown", "unheardOf: 1", "unknown field \"unheardOf\"; remove it"),
        argumentSet(
            "extension that is no class name",
            "extensions: [a..B]",
            "extensions: \"a..B\" is not a Java class name; use e.g. com.example.MemcachedExtension"),
        argumentSet(
            "template of more than fields",
            "releaseName: '{{ .metadata.uid }}'",
            "releaseName: \"{{ .metadata.uid }}\" cannot be part of a name; allowed are"
                + " text, {{ .metadata.name }}, {{ .metadata.namespace }}, {{ .metadata.labels.x }},"
                + " {{ .metadata.annotations.x }} and {{ .spec.x.y }}"),
        argumentSet(
            "impossible namespace",
            "targetNamespace: a.b",
            "namespace \"a.b\" must be lower case letters, digits and dashes, begin and end with a"
                + " letter or digit, and have at most 63 characters"),
        argumentSet(
            "impossible account",
            "serviceAccountName: A",
            "service account \"A\" must be lower case letters, digits, dots and dashes, begin and"
                + " end with a letter or digit, and have at most 253 characters"),
        argumentSet("duplicate", "kind: Memcached", "duplicate key \"kind\"; first at line 3"),
        argumentSet(
            "bad duration",
            "reconcilePeriod: 1x",
            "reconcilePeriod: invalid duration \"1x\"; e.g. 1m30s"),
        argumentSet("no unit", "timeout: 60", "timeout: invalid duration \"60\"; e.g. 1m30s"),
        argumentSet(
            "negative",
            "reconcilePeriod: -1m",
            "reconcilePeriod: must be > 0; or 0 for the default"),
        argumentSet(
            "no worker",
            "maxConcurrentReconciles: 0",
            "maxConcurrentReconciles: must be an integer ≥ 1"),
        argumentSet(
            "negative workers",
            "maxConcurrentReconciles: -1",
            "maxConcurrentReconciles: must be an integer ≥ 1"),
        argumentSet(
            "workers in words",
            "maxConcurrentReconciles: \"two\"",
            "maxConcurrentReconciles: must be an integer ≥ 1"),
        argumentSet("bad history", "maxHistory: 1.5", "maxHistory: must be an integer ≥ 1"),
        argumentSet(
            "bad word",
            "drift: mend",
            "drift: unknown word \"mend\"; use one of correct, warn, ignore"),
        argumentSet(
            "bad word in a mapping",
            "drift: {mode: mend}",
            "mode: unknown word \"mend\"; use one of correct, warn, ignore"),
        argumentSet(
            "waves that do not end with all",
            "rollout: {waves: [1, 50%]}",
            "waves: the last one must be 100%; e.g. [1, 5%, 25%, 100%]"),
        argumentSet(
            "no wave",
            "rollout: {waves: [half, 100%]}",
            "waves: \"half\" is no wave; write a number, a share such as 5%, or a label such as tier=canary"),
        argumentSet(
            "too many at once",
            "rollout: {waves: [100%], atOnce: 101}",
            "atOnce: 101 are too many; at most 100"),
        argumentSet(
            "a window without an end",
            "rollout: {waves: [100%], windows: [{from: '22:00'}]}",
            "a window needs from and to; e.g. {from: \"22:00\", to: \"04:00\"}"),
        argumentSet(
            "no time of day",
            "rollout: {waves: [100%], windows: [{from: ten, to: '04:00'}]}",
            "from: must be a time of day such as 22:00; write it in quotes"),
        argumentSet(
            "no time zone",
            "rollout: {waves: [100%], windows: [{timeZone: Zurich, from: '22:00', to: '04:00'}]}",
            "timeZone: must be a time zone such as Europe/Zurich; e.g. UTC"),
        argumentSet(
            "no day",
            "rollout: {waves: [100%], windows: [{days: [Monday], from: '22:00', to: '04:00'}]}",
            "days: \"Monday\" is no day; use Mon, Tue, Wed, Thu, Fri, Sat, Sun"),
        argumentSet(
            "unknown field of drift",
            "drift: {ignored: []}",
            "unknown field \"ignored\"; use mode, ignore"),
        argumentSet(
            "ignore rules that are no list",
            "drift: {ignore: /spec}",
            "ignore: must be a list; begin each item with -"),
        argumentSet(
            "no ignore rule",
            "drift: {ignore: []}",
            "ignore: has no items; add one, or remove the field"),
        argumentSet(
            "unknown field of an ignore rule",
            "drift: {ignore: [{kind: Secret, path: /spec}]}",
            "unknown field \"path\"; use paths, kind, name, labelSelector"),
        argumentSet(
            "an ignore rule that names nothing",
            "drift: {ignore: [{}]}",
            "a rule that names nothing ignores everything; name paths, kind, name or labelSelector; or say mode: ignore"),
        argumentSet(
            "paths that are no list",
            "drift: {ignore: [{paths: /spec}]}",
            "paths: must be a list of JSON pointers; leave paths out to ignore the objects whole"),
        argumentSet(
            "a path that is no pointer",
            "drift: {ignore: [{paths: [spec.replicas]}]}",
            "paths: \"spec.replicas\" is not a JSON pointer: it must begin with /; e.g. /spec/replicas or /metadata/annotations/example.com~1team"),
        argumentSet(
            "a bad escape",
            "drift: {ignore: [{paths: [/a~b]}]}",
            "paths: \"/a~b\" is not a JSON pointer: ~ is written ~0, and / inside of a name ~1; e.g. /spec/replicas or /metadata/annotations/example.com~1team"),
        argumentSet(
            "a wildcard",
            "drift: {ignore: [{paths: ['/spec/template/spec/containers/*/image']}]}",
            "paths: \"/spec/template/spec/containers/*/image\" has a wildcard: items of lists are named by their index in the manifest; e.g. /spec/replicas or /metadata/annotations/example.com~1team"),
        argumentSet(
            "a slash too many",
            "drift: {ignore: [{paths: [/spec/]}]}",
            "paths: \"/spec/\" names no field between two slashes or at its end; e.g. /spec/replicas or /metadata/annotations/example.com~1team"),
        argumentSet(
            "quoted boolean",
            "watchDependentResources: \"no\"",
            "watchDependentResources: must be true or false; without quotes"),
        argumentSet(
            "selector operator",
            "selector: {matchExpressions: [{key: a, operator: Near}]}",
            "selector.matchExpressions.operator: unknown operator \"Near\"; use In, NotIn, Exists or DoesNotExist"),
        argumentSet(
            "selector without values",
            "selector: {matchExpressions: [{key: a, operator: In}]}",
            "selector.matchExpressions: In needs values"),
        argumentSet(
            "selector field",
            "selector: {app: x}",
            "selector.app: unknown field; use matchLabels and matchExpressions"),
        argumentSet(
            "label that is a number",
            "selector: {matchLabels: {a: 1}}",
            "selector.matchLabels: a label's value must be a string of letters, digits, -, _ and .; quote it"),
        argumentSet(
            "values from a mapping",
            "valuesFrom: {kind: Secret}",
            "valuesFrom: must be a list; begin each item with -"),
        argumentSet(
            "values from nothing known",
            "valuesFrom: [{kind: Pod, name: x}]",
            "valuesFrom[0]: unknown kind \"Pod\"; use Secret or ConfigMap"),
        argumentSet(
            "values from no name",
            "valuesFrom: [{kind: Secret, name: a_b}]",
            "valuesFrom[0]: name \"a_b\" is not an object's name"),
        argumentSet(
            "values from an unknown field",
            "valuesFrom: [{kind: Secret, name: x, path: y}]",
            "valuesFrom[0]: unknown field \"path\"; use kind, name, key, optional and targetPath"),
        argumentSet(
            "values at a bad path",
            "valuesFrom: [{kind: Secret, name: x, targetPath: 'a..b'}]",
            "valuesFrom[0]: targetPath: key a..b: column 3: a name is missing"),
        argumentSet(
            "override list",
            "overrideValues: {k: [1]}",
            "overrideValues: key k: must be a string; write a path for each value, e.g. k.name"),
        argumentSet(
            "overrides no mapping",
            "overrideValues: x",
            "overrideValues: must be a mapping; write key: value lines"),
        argumentSet(
            "override twice",
            "overrideValues: {k: 1, k: 2}",
            "duplicate key \"k\"; first at line 5"),
        argumentSet(
            "override template",
            "overrideValues: {k: 'a{{ env }}'}",
            "overrideValues: key k: function env is not there; write ${VAR}"),
        argumentSet(
            "variable",
            "overrideValues: {k: 'a${X}'}",
            "overrideValues: key k: ${X} is not set; set it in the operator's environment, or write $$ for a dollar"
                + " sign"),
        argumentSet(
            "override comma",
            "overrideValues: {k: 'a,b'}",
            "overrideValues: key k: value, column 2: write \\, for a comma, or {a,b} for a list"),
        argumentSet(
            "override key",
            "overrideValues: {'a[x]': 1}",
            "overrideValues: key a[x]: column 3: expected a number from 0 to 65536 in [ ]"),
        argumentSet(
            "chart of another type",
            "reconciler: ~\nchart: [a]",
            "duplicate key \"chart\"; first at line 4"));
  }

  @ParameterizedTest
  @MethodSource("fields")
  void reportsAProblemOfAField(String lines, String message) throws IOException {
    Files.writeString(fixture.file(), CHART + lines.indent(2));
    int line = lines.contains("\n") ? 6 : 5;
    assertEquals(List.of("DIR/watches.yaml:" + line + GVK + message), messages());
  }

  static Stream<Arguments> charts() {
    return Stream.of(
        argumentSet(
            "no name", "version: 0.1.0", ":1: name required; add name: and the chart's name"),
        argumentSet("no version", "name: a", ":1: version required; add e.g. version: 0.1.0"),
        argumentSet(
            "bad version",
            "name: a\nversion: x",
            ":2: version \"x\" is not SemVer; use MAJOR.MINOR.PATCH, e.g. 0.1.0"),
        argumentSet(
            "bad apiVersion",
            "apiVersion: v3\nname: a\nversion: 0.1.0",
            ":1: apiVersion \"v3\" unsupported; use v1 or v2"),
        argumentSet(
            "library",
            "name: a\nversion: 0.1.0\ntype: library",
            ":3: library chart is not installable; name a chart that uses it"));
  }

  @ParameterizedTest
  @MethodSource("charts")
  void reportsAProblemOfAChartAtItsLine(String chart, String message) throws IOException {
    Files.writeString(folder.resolve("helm-charts/memcached/Chart.yaml"), chart);
    Files.writeString(fixture.file(), CHART);
    assertEquals(
        List.of(
            "DIR/watches.yaml:4" + GVK + "chart DIR/helm-charts/memcached: Chart.yaml" + message),
        messages());
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
  void reportsAChartThatIsADevice() throws IOException {
    Files.createSymbolicLink(fixture.file().resolveSibling("endless.tgz"), Path.of("/dev/zero"));
    Files.writeString(fixture.file(), "- version: v1\n  kind: K\n  chart: endless.tgz\n");
    assertEquals(
        List.of(
            "DIR/watches.yaml:3 watches[0] v1, Kind=K: chart DIR/endless.tgz: not a chart directory"
                + " or .tgz; name the directory that has Chart.yaml in it"),
        messages());
  }

  @Test
  void reportsAFileThatIsNotUtf8() throws IOException {
    Files.write(fixture.file(), new byte[] {(byte) 0xC3, '('});
    assertEquals(List.of("DIR/watches.yaml: not UTF-8; save it as UTF-8"), messages());
  }

  /** Tests the message only. Tests may run as root, and root can read every file. */
  @Test
  void reportsAFileWithoutReadPermission() {
    var problem = WatchesText.unreadable(Path.of("/w.yaml"), new AccessDeniedException("/w.yaml"));
    assertEquals("/w.yaml: permission denied; let the operator's user read it", problem.message());
  }

  private List<String> messages() {
    var e = assertThrows(InvalidWatchesException.class, fixture::load);
    return e.problems().stream()
        .map(problem -> problem.message().replace(folder.toString(), "DIR"))
        .toList();
  }
}
