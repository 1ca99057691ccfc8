package dev.catamaran.tenants;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A grammar of custom resources that harmed operators, or could: structure in texts, types and
 * numbers that nobody expects, great depth and size, odd names and annotations. It writes JSON as
 * text, because no client can hold all of it.
 */
final class HostilePrimary {
  private static final JsonMapper JSON = new JsonMapper();

  /** What a text may have, alone or beside others. */
  private static final List<String> FRAGMENTS =
      texts(
          """
          "plain", "", " ", "\\n", "\\r\\n", "\\r", "\\u0085", "\\u2028", "\\t", "\\n---\\n",
          "\\n...\\n", "\\r---\\r", "\\n--- # x\\n", "%YAML 1.2\\n---\\n",
          "\\n---\\napiVersion: v1\\nkind: Secret\\nmetadata: {name: injected, namespace: kube-system}\\n",
          "\\n---\\napiVersion: v1\\nkind: ConfigMap\\nmetadata: {name: injected}\\n",
          "\\n---\\napiVersion: v1\\nkind: Namespace\\nmetadata: {name: injected}\\n",
          "\\n---\\n{\\"apiVersion\\":\\"v1\\",\\"kind\\":\\"ConfigMap\\",\\"metadata\\":{\\"name\\":\\"injected\\",\\"annotations\\":{\\"helm.sh/hook\\":\\"pre-install\\"}}}\\n",
          "\\n  namespace: kube-system\\n  name: injected\\n",
          "\\n  annotations: {helm.sh/hook: pre-install, helm.sh/resource-policy: keep}\\n",
          "\\n  ownerReferences: [{apiVersion: v1, kind: Node, name: n, uid: u}]\\n",
          "\\n  finalizers: [example.com/never]\\n", "\\nkind: Secret\\n",
          "\\nitems: [{apiVersion: v1, kind: Secret, metadata: {name: injected}}]\\n",
          "}, {injected: ", "x}}, {a: {b: c", "]", "[", "{", "&a [*a]", "&a", "*a", "<<: *a",
          "!!binary aGk=", "!!python/object:os.system x", "!<tag:yaml.org,2002:js/function>",
          "{{", "{{ .Release.Name }}", "{{ printf \\"a%c---%ckind: Secret\\" 10 10 }}",
          "{{ lookup \\"v1\\" \\"Secret\\" \\"kube-system\\" \\"\\" }}",
          "{{ range $i := until 100000 }}xxxxxxxxxxxxxxxxxxxx{{ end }}",
          "{{ include \\"none\\" . }}", "{{ fail \\"no\\" }}",
          "{{ define \\"a\\" }}{{ template \\"a\\" }}{{ end }}{{ template \\"a\\" }}", "{{/*",
          "# comment", ": ", "- - - -", "? a", "|", ">-", "'", "\\"", "\\\\", "\\\\n", "~",
          "null", "yes", "0x1F", "0o17", "1e999", ".inf", "12:30:45", "2001-01-01",
          "$(HOSTNAME)", "${HOME}", "../../etc/passwd", "\\u0000", "\\u0007\\u001b[31m",
          "\\u202e\\u2066", "\\ufeff", "\\ufffe", "\\ud83d\\ude00", "\\ud800", "%s%n%x",
          "<script>"
          """);

  private static final List<String> NUMBERS =
      texts(
          """
          "0", "-0", "-1", "0.1", "65536", "2147483648", "9007199254740993",
          "9223372036854775807", "9223372036854775808", "-9223372036854775809",
          "18446744073709551616", "1e21", "1e308", "5e-324"
          """);

  /** The values of the chart, and some that it does not have. */
  private static final List<String> VALUES =
      texts(
          """
          "color", "service", "type", "port", "label", "labels", "annotation", "annotations",
          "lines", "template", "role", "global", "nobody", "a.b", "a/b", "~", "{{ .x }}", "",
          "\\n"
          """);

  private static final List<String> ANNOTATIONS =
      texts(
          """
          "catamaran.dev/pause", "catamaran.dev/reconcile-at", "catamaran.dev/reset-at",
          "catamaran.dev/rollback-to", "catamaran.dev/depends-on", "catamaran.dev/values-from",
          "catamaran.dev/adopt-release", "catamaran.dev/service-account-name",
          "catamaran.dev/unreadable", "catamaran.dev/primary", "catamaran.dev/nothing",
          "helm.sdk.operatorframework.io/reconcile-period",
          "helm.sdk.operatorframework.io/install-disable-hooks",
          "helm.sdk.operatorframework.io/upgrade-force",
          "helm.sdk.operatorframework.io/uninstall-wait",
          "helm.sdk.operatorframework.io/install-description", "helm.sh/hook",
          "helm.sh/resource-policy", "meta.helm.sh/release-name",
          "kubectl.kubernetes.io/last-applied-configuration"
          """);

  private static final List<String> ANSWERS =
      texts(
          """
          "true", "false", "TRUE", "1", "-1", "0", "1s", "-1h", "1e9h", "99999999999999999999",
          "ConfigMap/none", "Secret/none", "ConfigMap/kube-root-ca.crt",
          "Widget.test.catamaran.dev/h0", "default", "kube-system/default",
          "2026-01-01T00:00:00Z", "keep", "pre-delete"
          """);

  private static final int DEEPEST = 3;

  /** The items of a JSON array, without its brackets. */
  private static List<String> texts(String items) {
    try {
      return JSON.readValue("[" + items + "]", new TypeReference<List<String>>() {});
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(items, e);
    }
  }

  private final Random random;

  HostilePrimary(long seed) {
    this.random = new Random(seed);
  }

  /** Returns a name: distinct by its number, and mostly one that the API server accepts. */
  String name(int number) {
    return switch (random.nextInt(10)) {
      case 0 -> number + "e3";
      case 1 -> "h%d.%s".formatted(number, "a.".repeat(random.nextInt(100)) + "z");
      case 2 -> "h%d-%s".formatted(number, "n".repeat(random.nextInt(245)));
      case 3 -> "0x" + number;
      default -> "h" + number;
    };
  }

  /** Returns a primary as JSON. */
  String json(String name) {
    return "{\"apiVersion\":\"test.catamaran.dev/v1\",\"kind\":\"Widget\",\"metadata\":{\"name\":%s,\"annotations\":%s,\"labels\":%s},\"spec\":%s}"
        .formatted(quoted(name), annotations(), labels(), spec());
  }

  /** Returns a spec as JSON: mostly values for the chart. */
  String spec() {
    return switch (random.nextInt(20)) {
      case 0 -> anything(0);
      case 1 -> deep();
      case 2 -> large();
      default -> values();
    };
  }

  private String values() {
    var fields = new TreeMap<String, String>();
    for (int i = random.nextInt(5); i >= 0; i--) {
      fields.put(chosen(VALUES), random.nextInt(3) == 0 ? anything(0) : quoted(text()));
    }
    return object(fields);
  }

  private String anything(int depth) {
    return switch (random.nextInt(depth < DEEPEST ? 9 : 5)) {
      case 0 -> "null";
      case 1 -> random.nextBoolean() ? "true" : "false";
      case 2 -> random.nextInt(16) == 0 ? "0." + "3".repeat(400) : chosen(NUMBERS);
      case 3, 4 -> quoted(text());
      case 5, 6 -> list(depth);
      default -> {
        var fields = new TreeMap<String, String>();
        for (int i = random.nextInt(4); i > 0; i--) {
          fields.put(random.nextBoolean() ? chosen(VALUES) : text(), anything(depth + 1));
        }
        yield object(fields);
      }
    };
  }

  private String list(int depth) {
    return IntStream.range(0, random.nextInt(4))
        .mapToObj(i -> anything(depth + 1))
        .collect(Collectors.joining(",", "[", "]"));
  }

  private String text() {
    var text = new StringBuilder();
    for (int i = random.nextInt(4); i >= 0; i--) {
      text.append(chosen(FRAGMENTS));
    }
    return text.toString();
  }

  private String deep() {
    int levels = List.of(50, 390, 401, 1_000, 5_000).get(random.nextInt(5));
    return random.nextBoolean()
        ? "{\"color\":".repeat(levels) + "1" + "}".repeat(levels)
        : "{\"labels\":" + "[".repeat(levels) + "]".repeat(levels) + "}";
  }

  private String large() {
    int size = 1 << (10 + random.nextInt(10));
    return switch (random.nextInt(5)) {
      case 0 -> "{%s:1}".formatted(quoted("k".repeat(size)));
      case 1 -> "{\"color\":%s}".formatted(quoted(chosen(FRAGMENTS).repeat(size / 100)));
      case 2 -> "{\"nobody\":[%s1]}".formatted("1,".repeat(size / 2));
      case 3 -> "{\"labels\":[%s{}]}".formatted("{},".repeat(size / 3));
      default -> {
        var fields = new TreeMap<String, String>();
        IntStream.range(0, size / 16).forEach(i -> fields.put("key-" + i, chosen(NUMBERS)));
        yield "{\"annotations\":%s}".formatted(object(fields));
      }
    };
  }

  private String annotations() {
    var found = new TreeMap<String, String>();
    for (int i = random.nextInt(4) - 1; i > 0; i--) {
      var value = random.nextInt(3) == 0 ? text() : chosen(ANSWERS);
      found.put(chosen(ANNOTATIONS), quoted(random.nextInt(30) == 0 ? value.repeat(2_000) : value));
    }
    return object(found);
  }

  private String labels() {
    return switch (random.nextInt(10)) {
      case 0 -> "{\"catamaran.dev/operator\":\"catamaran\"}";
      case 1 -> "{\"app.kubernetes.io/managed-by\":\"Helm\",\"owner\":\"helm\"}";
      default -> "{}";
    };
  }

  private <T> T chosen(List<T> some) {
    return some.get(random.nextInt(some.size()));
  }

  private static String object(Map<String, String> fields) {
    return fields.entrySet().stream()
        .map(field -> quoted(field.getKey()) + ":" + field.getValue())
        .collect(Collectors.joining(",", "{", "}"));
  }

  /** Also of half a character, which JSON can say and UTF-8 cannot. */
  private static String quoted(String text) {
    var quoted = JSON.getNodeFactory().textNode(text).toString();
    return quoted
        .chars()
        .mapToObj(
            unit ->
                Character.isSurrogate((char) unit)
                    ? String.format(Locale.ROOT, "\\u%04x", unit)
                    : String.valueOf((char) unit))
        .collect(Collectors.joining());
  }
}
