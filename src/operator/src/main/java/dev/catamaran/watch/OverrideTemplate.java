package dev.catamaran.watch;

import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An override's text as a Go template. Finds parts that the Go operators would not support, or that
 * could produce another result at the next start. The Go operators evaluate overrides once, at
 * load, without data and with the functions of slim-sprig 3.0 (its functions.go). Helm's engine
 * supports more functions.
 */
record OverrideTemplate(String text) {

  private static final Set<String> KEYWORDS =
      words(
          """
          if else end range with define template block break continue nil true false
          """);

  private static final Set<String> BUILTIN =
      words(
          """
          and call html index slice js len not or print printf println urlquery eq ne lt le gt ge
          """);

  /** Functions that slim-sprig itself calls not repeatable, and three more. */
  private static final Set<String> UNSTABLE =
      words(
          """
          now ago date date_in_zone date_modify dateInZone dateModify must_date_modify
          mustDateModify htmlDate htmlDateInZone
          randInt randAlphaNum randAlpha randAscii randNumeric randBytes uuidv4
          getHostByName genPrivateKey genCA genCAWithKey genSelfSignedCert
          genSelfSignedCertWithKey genSignedCert genSignedCertWithKey bcrypt htpasswd
          encryptAES
          """);

  private static final Set<String> ENVIRONMENT = Set.of("env", "expandenv");

  private static final Set<String> SLIM_SPRIG =
      words(
          """
          hello duration durationRound mustToDate toDate unixEpoch
          trunc trim upper lower title substr repeat trimall trimAll trimSuffix trimPrefix
          contains hasPrefix hasSuffix quote squote cat indent nindent replace plural
          sha1sum sha256sum adler32sum toString
          atoi int64 int float64 seq toDecimal split splitList splitn toStrings until untilStep
          add1 add sub div mod mul biggest max min maxf minf ceil floor round join sortAlpha
          default empty coalesce all any compact mustCompact fromJson toJson toPrettyJson
          toRawJson mustFromJson mustToJson mustToPrettyJson mustToRawJson ternary
          typeOf typeIs typeIsLike kindOf kindIs deepEqual
          base dir clean ext isAbs osBase osClean osDir osExt osIsAbs
          b64enc b64dec b32enc b32dec
          tuple list dict get set unset hasKey pluck keys pick omit values
          append push mustAppend mustPush prepend mustPrepend first mustFirst rest mustRest
          last mustLast initial mustInitial reverse mustReverse uniq mustUniq without mustWithout
          has mustHas slice mustSlice concat dig chunk mustChunk
          fail
          regexMatch mustRegexMatch regexFindAll mustRegexFindAll regexFind mustRegexFind
          regexReplaceAll mustRegexReplaceAll regexReplaceAllLiteral mustRegexReplaceAllLiteral
          regexSplit mustRegexSplit regexQuoteMeta urlParse urlJoin
          """);

  /** One token between the braces; only names and data are of interest. */
  private static final Pattern TOKEN =
      Pattern.compile(
          "\"(?:\\\\.|[^\"\\\\])*\"|`[^`]*`|'(?:\\\\.|[^'\\\\])*'|/\\*.*?\\*/"
              + "|(?<data>\\$?\\.(?:Values|Release|Chart|Capabilities|Template|Files)\\b[\\w.]*)"
              + "|[.$][\\w.]*|[0-9][\\w.]*"
              + "|(?<name>[A-Za-z_]\\w*)|(?<end>}})|.",
          Pattern.DOTALL);

  /** Reason and remedy for a refused template. */
  record Refusal(String word, String problem, String hint) {}

  boolean isTemplate() {
    return text.contains("{{");
  }

  /** Returns the first refused part. */
  Optional<Refusal> refusal() {
    var token = TOKEN.matcher(text);
    int at = text.indexOf("{{");
    while (at >= 0 && token.find(at)) {
      at = token.end();
      if (token.group("name") != null || token.group("data") != null) {
        var refusal = refusal(token.group("name"), token.group("data"));
        if (refusal.isPresent()) {
          return refusal;
        }
      } else if (token.group("end") != null) {
        at = text.indexOf("{{", at);
      }
    }
    return Optional.empty();
  }

  private static Optional<Refusal> refusal(@Nullable String name, @Nullable String data) {
    if (data != null) {
      return Optional.of(
          new Refusal(
              data, "an override has no data, so " + data + " is empty", "write the value"));
    }
    if (name == null || KEYWORDS.contains(name)) {
      return Optional.empty();
    }
    var called = "function " + name;
    if (ENVIRONMENT.contains(name)) {
      return Optional.of(new Refusal(name, called + " is not there", "write ${VAR}"));
    }
    if (UNSTABLE.contains(name)) {
      return Optional.of(
          new Refusal(
              name,
              called + " gives another result at each start, which would upgrade all releases",
              "write the value, or take it from a variable"));
    }
    return BUILTIN.contains(name) || SLIM_SPRIG.contains(name)
        ? Optional.empty()
        : Optional.of(
            new Refusal(
                name,
                called + " is not a function that overrides support",
                "use the functions of Go's text/template and slim-sprig"));
  }

  private static Set<String> words(String text) {
    return Set.of(text.strip().split("\\s+"));
  }
}
