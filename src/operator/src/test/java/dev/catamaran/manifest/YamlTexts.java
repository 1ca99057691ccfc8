package dev.catamaran.manifest;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/** Generates manifests of tenants and then damages them. */
final class YamlTexts {
  private static final List<String> SCALARS =
      listed(
          """
          ¦a¦2¦\t2¦2\t¦-1¦+7¦0¦-0¦007¦08¦0o17¦0O17¦0x1F¦0X1f¦0b101¦0B1¦0b-101¦-0b11¦1_000¦_1¦1__0\
          ¦0x_1F¦1e3¦1E3¦1.0¦1.¦.5¦-.5¦+.5e1¦.¦-¦1e400¦1e-400¦1.5e300¦100000000000000000000\
          ¦9223372036854775807¦9223372036854775808¦18446744073709551615¦18446744073709551616\
          ¦-9223372036854775808¦-9223372036854775809¦0xFFFFFFFFFFFFFFFF¦12345678901234567¦1e21\
          ¦1e20¦123456.789¦0.1¦yes¦Yes¦YES¦yEs¦no¦on¦Off¦y¦N¦true¦True¦tRue¦~¦null¦Null¦nUll¦\"\"\
          ¦''¦.inf¦-.Inf¦+.INF¦.nan¦.NaN¦2001-01-01¦2001-12-14t21:59:43.10-05:00\
          ¦2001-01-01 10:00:00¦1:30¦190:20:30¦12:30:45.5¦"\t2"¦'it''s'¦"\\u00e9\\x41\\n\\t\\/"\
          ¦"\\'"¦"\\ud83d\\ude00"¦"\\U0001F600"¦"a\\\n  b"¦'a\n\n  b'¦!!str 5¦!!int "5"¦!!int 3.5\
          ¦!!float 5¦!!bool yes¦!!null ''¦!!binary aGVsbG8=¦!!binary "%%"¦!foo bar¦! 5¦! '5'\
          ¦!!timestamp 2001-01-01¦!!set {a}¦a#b¦a #b¦"a" # b¦a: b¦@a¦`a¦%a¦*x¦&x a\
          ¦|\n  text\n  more\n¦>-\n  folded\n  text\n\n  more\n¦|+\n  keep\n\n¦|2\n    indented\n\
          ¦|\n\n   lead\n¦|-\n  a\tb\n¦[]¦{}¦[a, b]¦[a,b,]¦[a, , b]¦{a: 1, b: [c]}¦{a, b}¦{a:1}\
          ¦{"a":1}¦[a: b]¦{? a : b}¦[\n\t1,\n\t2\n]¦{"a":\t{"b":\t[1,\t2]}}¦'\\n'¦\u00e9¦⇩\
          ¦⇨¦\ufeff¦a\ufeffb¦\u0007¦\u0000¦\u007f¦\ud83d\ude00¦a\rb¦- a¦? a¦: a¦<<¦=¦a  b\
          ¦a\tb¦"unclosed¦x-y_z.w/v@1¦http://a.b:80/c?d#e¦50m¦128Mi¦1.2.3¦1,000¦e5¦1e¦+¦0x¦0b¦0o\
          ¦!!float 18446744073709551615¦!!int 1e3¦!!str¦!!str ~¦!<tag:yaml.org,2002:str> 5¦!e!x 5\
          """);

  private static final List<String> KEYS =
      listed(
          """
          ¦a¦b¦c¦key¦1¦1.5¦1e6¦1e-7¦123456789¦yes¦no¦"q"¦'s t'¦~¦null¦<<¦? k\n¦[x]¦{x: y}¦a b\
          ¦2001-01-01¦"<<"¦0x10¦18446744073709551615¦!!str 1¦.5¦1_0¦on¦&k k¦a\t¦k.l/m\
          """);

  private static final List<String> BODIES =
      listed(
          """
          ¦a: &x {k: 1, l: 2}\nb:\n  <<: *x\n  k: 3\n¦a: &x {k: 1, l: 2}\nb:\n  k: 3\n  <<: *x\n\
          ¦a: &x {k: 1}\nc: &y {k: 2, m: 3}\nb:\n  <<: [*x, *y]\n\
          ¦a: &x {k: 1}\nb:\n  <<: *x\n  <<: {k: 5}\n¦a: &x {k: 1}\nb:\n  !!merge <<: *x\n\
          ¦a: &x {k: 1}\nb:\n  "<<": *x\n¦a: &x [k]\nb:\n  <<: *x\n\
          ¦a: &x {<<: {q: 1}, k: 1}\nb:\n  <<: *x\n  q: 2\n¦a: &x 1\nb: *x\nc: &x 2\nd: *x\n\
          ¦a: &x\n  b: *x\n¦a: &x-1_z 1\nb: *x-1_z\n¦a: &x.y 1\nb: *x.y\n\
          ¦a: &x [1, 2]\nb: [*x, *x]\n¦? *x\n: 1\n¦&a a: 1\n*a : 2\n¦k: 1\nk: 2\n\
          ¦k: {x: 1}\nk: {y: 2}\n¦1: a\n1.0: b\n¦a:\t1\nb: \t2 \t# c\n\t\nc: 3\n¦a:\n\tb: 1\n\
          ¦a:\n  \tb: 1\n¦a:\n-\tb\n-\tc: 1\n¦a: {\n\tb: 1\n}\n¦a: b\n\tc\n¦a: b\n \tc\n\
          ¦a: 'b\n\tc'\n¦a: "b\n\t\tc"\n¦a: |\n\tb\n¦a: |\n  b\n\tc\n¦a: |\n  b\n  \tc\n\
          ¦a: |\n \t\n  b\n¦a: b\n\t# c\n¦a: b #c\n#\td\nb: c\n¦a:\t\n  b: c\n¦a:\t&x\tb\n\
          ¦a: !!str\tb\n¦a: b\r\nc: d\r\n¦a: |\r\n  b\r\n  c\r\n¦a: b\rc: d\r¦a: b\n...\nc: d\n\
          ¦a: b\n...\n@@@\n¦a: |\n  ---\n  b\n¦a: |\n---\nb: c\n¦a: "x\n---\ny"\n\
          ¦a: b\n---\n\n---\n# only a comment\n---\nnull\n---\n~\n\
          ¦a: b\n---   \nkind: B\nmetadata: {name: b}\n¦a: b\n---\t# c\nkind: B\n¦a: b\n--- x\n\
          ¦a: b\n----\n¦a: b\n ---\nc: d\n¦\ufeffa: b\n¦a: b\n---\n\ufeffkind: B\n¦items: []\n\
          ¦items:\n- kind: B\n  metadata: {name: b}\n- kind: C\n¦items:\n- metadata: {name: b}\n\
          ¦items:\n- kind: List\n  items:\n  - kind: B\n¦items: null\n¦items: {a: b}\n\
          ¦items: [null]\n¦items: [a]\n\
          ¦---\nkind: List\napiVersion: v1\nitems:\n- kind: B\n  apiVersion: v1\n\
          ¦---\nkind: BList\napiVersion: v1\nitems:\n- metadata: {name: b}\n- kind: C\n\
          ¦---\nkind: List\napiVersion: v1\nitems:\n- metadata: {name: b}\n\
          ¦---\nkind: List\napiVersion: v1\nitems: [{kind: BList, items: [{kind: B}]}]\n\
          ¦---\nkind: BList\napiVersion: v1\n¦---\nkind: List\napiVersion: v1\nitems: []\n\
          ¦---\nkind: 5\n¦---\nkind: \"\"\n¦---\nkind: B\napiVersion: 1\n\
          ¦---\nkind: B\nmetadata: []\n¦---\nkind: B\nmetadata: {name: 5, labels: {a: 1}}\n\
          ¦---\n- a\n- b\n¦---\ntext\n¦---\n{"kind":"B",\n\t"a":"\\ud83d\\ude00"}\n\
          """,
          "a: \"" + "x".repeat(1030) + "\"\n",
          "\"" + "x".repeat(1030) + "\": 1\n",
          "x".repeat(1030) + ": 1\n",
          "? " + "x".repeat(1030) + "\n: 1\n",
          "a: " + "[".repeat(900) + "]".repeat(900) + "\n",
          "a: " + "{b: ".repeat(300) + "c" + "}".repeat(300) + "\n");

  private static final List<String> DAMAGES =
      listed(
          """
          ¦\t¦ ¦  ¦\n¦\r¦\r\n¦\n\n¦\n---\n¦\n---¦\n--- # c\n¦\n--- x\n¦\n...\n¦----¦#¦ # c¦: ¦:¦- \
          ¦-¦? ¦[¦]¦{¦}¦,¦'¦"¦&x ¦*x¦&y¦*y ¦<<: *x¦<<: [*x, *y]¦<<: {a: 9}¦!!str ¦!!int ¦!¦|¦>\
          ¦|-\n¦%¦@¦`¦\\¦\u0000¦\u0001¦\ufeff¦\u00a0¦⇨¦⇩¦~¦null¦yes¦0¦1¦_¦.¦e¦x¦\n\t\
          ¦\n \t¦\t\n¦ \t ¦\n#\tc\n¦%YAML 1.1\n¦%TAG ! tag:x,2000:\n¦\ud83d\ude00¦kind: List\
          ¦items:\
          """);

  private final RandomGenerator random;

  /**
   * Returns the texts that follow a broken bar each, and {@code more}. Arrows are Unicode's ends of
   * a line: the compiler would take those themselves for white space.
   */
  private static List<String> listed(String texts, String... more) {
    var written = texts.substring(1).replace('⇩', '\u2028').replace('⇨', '\u0085');
    return Stream.concat(Stream.of(written.split("¦", -1)), Stream.of(more)).toList();
  }

  YamlTexts(RandomGenerator random) {
    this.random = random;
  }

  /** Each scalar as a value, as an item of a list and as a key. */
  static List<String> basics() {
    var texts = new ArrayList<String>();
    for (var scalar : SCALARS) {
      texts.add(manifest("spec:\n  field: " + scalar + "\n"));
      texts.add(manifest("spec:\n- " + scalar + "\n- b\n"));
      texts.add(manifest("spec: [" + scalar + ", b]\n"));
      texts.add(manifest("spec: {a: " + scalar + "}\n"));
      texts.add(manifest("spec:\n  " + scalar + ": b\n"));
      texts.add(manifest("spec: {" + scalar + ": b}\n"));
    }
    BODIES.forEach(body -> texts.add(manifest(body)));
    return texts;
  }

  /** A damaged manifest. It may still be valid. */
  String next() {
    var text = new StringBuilder();
    int documents = random.nextInt(1, 4);
    for (int i = 0; i < documents; i++) {
      var body = random.nextInt(3) == 0 ? of(BODIES) : block("spec", 0, random.nextInt(1, 4));
      text.append(manifest(body));
    }
    return damaged(text.toString(), random.nextInt(4));
  }

  private static String manifest(String body) {
    return "---\n"
        + "# Source: chart/templates/a.yaml\n"
        + "apiVersion: v1\n"
        + "kind: ConfigMap\n"
        + "metadata:\n"
        + "  name: a\n"
        + body;
  }

  private String block(String key, int indent, int depth) {
    var pad = " ".repeat(indent);
    if (depth == 0 || random.nextInt(4) == 0) {
      return pad + key + ": " + of(SCALARS) + "\n";
    }
    var text = new StringBuilder(pad + key + ":" + anchor() + "\n");
    int entries = random.nextInt(1, 4);
    boolean isList = random.nextBoolean();
    for (int i = 0; i < entries; i++) {
      if (isList) {
        text.append(pad).append("- ").append(of(SCALARS)).append('\n');
      } else {
        text.append(block(of(KEYS), indent + 2, depth - 1));
      }
    }
    return text.toString();
  }

  private String anchor() {
    return switch (random.nextInt(6)) {
      case 0 -> " &x";
      case 1 -> " &y";
      case 2 -> " # c";
      default -> "";
    };
  }

  private String damaged(String text, int times) {
    var damaged = new StringBuilder(text);
    for (int i = 0; i < times; i++) {
      int at = random.nextInt(damaged.length() + 1);
      switch (random.nextInt(4)) {
        case 0 -> damaged.delete(at, Math.min(damaged.length(), at + random.nextInt(1, 4)));
        case 1 -> damaged.insert(at, of(SCALARS));
        default -> damaged.insert(at, of(DAMAGES));
      }
    }
    return damaged.toString();
  }

  private String of(List<String> choices) {
    return choices.get(random.nextInt(choices.size()));
  }
}
