package dev.catamaran.fields;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.catamaran.manifest.ManifestObject;
import dev.catamaran.release.SecretTexts;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds secrets in what a person publishes. Pure. */
public final class Credentials {
  private static final TextNode MASK = TextNode.valueOf("******");
  private static final String HIDDEN = "***";

  /** Credentials in an address, tokens of HTTP, JSON Web Tokens, and private keys. */
  private static final List<Pattern> FORMS =
      List.of(
          Pattern.compile("(?<=://)[^/\\s\"'`]+(?=@)"),
          Pattern.compile("(?i)(?<=\\b(?:bearer|basic) )[\\w.~+/=-]{8,}"),
          Pattern.compile("\\beyJ[\\w-]{5,}\\.[\\w-]+\\.[\\w-]*"),
          Pattern.compile("(?s)(?<=-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----).*?(?=-----END|\\z)"));

  /** A name before its value: in an argument, a variable, JSON, or on a line of its own. */
  private static final Pattern ASSIGNED =
      Pattern.compile(
          "(?m)((?:(?<![\\w.-])(?:-[\\w.-]*+ (?!-)|[\\w.-]++(?:=|[\"']\\s*:\\s*))"
              + "|^[ \\t-]*+[\\w.-]++:[ \\t]+(?=\\S+$))[\"']?)"
              // What is hidden already.
              + "(?!\\*+(?![^\\s\"']))([^\\s\"']+)");

  private static final Pattern NAME =
      Pattern.compile("(?i)pass|secret|token|credential|private|api_?-?key|access_?-?key");

  /** Names of fields that name a Secret, and do not hold one. */
  private static final Pattern REFERENCE =
      Pattern.compile(
          "(?i)existing.*|.*pull_?-?secrets?|.*(name|names|ref|refs|enabled|path|file|keys?)");

  /** Names that end like a reference, and hold a secret. */
  private static final Pattern KEY =
      Pattern.compile("(?i).*(secret|private|api|access|signing|encryption)_?-?key");

  /** An override that is one variable of the operator has no value in it. */
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{\\w+}");

  private Credentials() {}

  /**
   * Whether a field may hold a secret: by its name, or as the value beside a name, as in {@code
   * {name: DB_PASSWORD, value: x}}.
   */
  public static boolean isSecret(ObjectNode object, String field) {
    return isName(field)
        || (field.equals("value")
            && isName(object.path("name").asText(object.path("key").asText())));
  }

  /** Whether an argument is an option whose value is the next one, and may be a secret. */
  static boolean isOption(String argument) {
    return argument.startsWith("-") && !argument.contains("=") && isName(argument);
  }

  private static boolean isName(String name) {
    return NAME.matcher(name).find()
        && (KEY.matcher(name).matches() || !REFERENCE.matcher(name).matches());
  }

  /** Returns a text without what has the form of a credential. */
  public static String hide(String text) {
    var shown = text;
    for (var form : FORMS) {
      shown = form.matcher(shown).replaceAll(HIDDEN);
    }
    return ASSIGNED
        .matcher(shown)
        .replaceAll(
            found ->
                Matcher.quoteReplacement(
                    isName(found.group(1).replaceAll("[=:\\s\"']+", ""))
                        ? found.group(1) + HIDDEN
                        : found.group()));
  }

  /** Returns a tree with its names, booleans and nulls, and with asterisks for its values. */
  public static JsonNode withoutValues(JsonNode node) {
    return switch (node) {
      case ObjectNode object -> {
        var copy = object.objectNode();
        object.properties().forEach(f -> copy.set(f.getKey(), withoutValues(f.getValue())));
        yield copy;
      }
      case ArrayNode list -> {
        var copy = list.arrayNode();
        list.forEach(item -> copy.add(withoutValues(item)));
        yield copy;
      }
      case JsonNode leaf when leaf.isBoolean() || leaf.isNull() -> leaf;
      case JsonNode leaf when VARIABLE.matcher(leaf.asText()).matches() -> leaf;
      case JsonNode leaf -> MASK;
    };
  }

  /** Returns a watches.yaml without the values of its overrides. */
  public static JsonNode withoutOverrides(JsonNode watches) {
    var copy = watches.deepCopy();
    copy.findParents("overrideValues")
        .forEach(
            entry ->
                ((ObjectNode) entry)
                    .set("overrideValues", withoutValues(entry.path("overrideValues"))));
    return copy;
  }

  /** Returns the texts of the fields with a name of a secret: people write passwords into specs. */
  public static SecretTexts named(JsonNode tree) {
    var texts = new LinkedHashSet<String>();
    collect(tree, false, texts);
    return SecretTexts.of(texts);
  }

  private static void collect(JsonNode node, boolean isSecret, Set<String> into) {
    switch (node) {
      case ObjectNode object ->
          object
              .properties()
              .forEach(f -> collect(f.getValue(), isSecret || isSecret(object, f.getKey()), into));
      case ArrayNode list -> list.forEach(item -> collect(item, isSecret, into));
      case JsonNode leaf when isSecret && !leaf.isBoolean() && !leaf.asText().isBlank() ->
          into.add(leaf.asText());
      case JsonNode leaf -> {}
    }
  }

  /** Returns the values of the Secrets among those objects: a chart may make up a password. */
  public static SecretTexts of(List<ManifestObject> objects) {
    var texts = new ArrayList<String>();
    for (var object : objects) {
      if (object.key().kind().equals("Secret") && object.key().apiVersion().equals("v1")) {
        object.content().path("stringData").forEach(text -> texts.add(text.asText()));
        object.content().path("data").forEach(data -> texts.add(decoded(data.asText())));
      }
    }
    return SecretTexts.of(texts.stream().filter(text -> !text.isBlank()).toList());
  }

  private static String decoded(String data) {
    try {
      return new String(Base64.getMimeDecoder().decode(data), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return data;
    }
  }
}
