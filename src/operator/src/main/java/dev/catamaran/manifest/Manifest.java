package dev.catamaran.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.yaml.InvalidYamlException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ref.SoftReference;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.codec.digest.DigestUtils;
import org.jspecify.annotations.Nullable;

/**
 * The objects of a revision as Helm stored them. The text is kept compressed, since a manager holds
 * one for every release and reads it only after a change.
 */
public final class Manifest {
  private static final String LIST = "List";

  /** Most revisions have no hooks. */
  private static final Manifest EMPTY = compressed("");

  private final byte[] compressed;

  /**
   * Parsing costs more than everything else in a quiet pass; the garbage collector may free the
   * objects.
   */
  private volatile SoftReference<@Nullable List<ManifestObject>> parsed = new SoftReference<>(null);

  private Manifest(byte[] compressed) {
    this.compressed = compressed;
  }

  /** Returns the manifest of a text: YAML documents separated by {@code ---}. */
  public static Manifest of(String text) {
    return text.isEmpty() ? EMPTY : compressed(text);
  }

  private static Manifest compressed(String text) {
    var bytes = new ByteArrayOutputStream();
    try (var out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Manifest(bytes.toByteArray());
  }

  /**
   * Returns the objects, including the items of a {@code List}, in the order of the text.
   *
   * @throws UnreadableManifestException if the text is not YAML, or is YAML that the reader refuses
   */
  public List<ManifestObject> objects() {
    var known = parsed.get();
    if (known != null) {
      return known;
    }
    var objects = parse();
    parsed = new SoftReference<>(objects);
    return objects;
  }

  /** Returns the SHA-256 of the text, without white space around it. */
  public String digest() {
    try (var in = new GZIPInputStream(new ByteArrayInputStream(compressed))) {
      return digestOf(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the {@link #digest} of this text. */
  public static String digestOf(String text) {
    return DigestUtils.sha256Hex(text.strip());
  }

  /** Returns the objects, or none if they cannot be read: for callers that can do without. */
  public List<ManifestObject> readable() {
    try {
      return objects();
    } catch (UnreadableManifestException e) {
      return List.of();
    }
  }

  public boolean isReadable() {
    return problem().isEmpty();
  }

  /** Returns the problem with the text; empty for none. */
  public Optional<String> problem() {
    try {
      objects();
      return Optional.empty();
    } catch (UnreadableManifestException e) {
      return Optional.of(e.problem());
    }
  }

  private List<ManifestObject> parse() {
    var objects = new ArrayList<ManifestObject>();
    try {
      ManifestYaml.documents(text()).forEach(document -> collect(document, objects));
    } catch (InvalidYamlException e) {
      throw new UnreadableManifestException(e.line(), e.column(), e.problem());
    }
    return List.copyOf(objects);
  }

  /**
   * Reads the documents of a manifest in order.
   *
   * @param reader gets each one: its text, which may begin with the separator, and its content, a
   *     JSON null for none
   * @throws UnreadableManifestException as {@link #objects}
   */
  public static void eachDocument(String text, BiConsumer<String, JsonNode> reader) {
    try {
      ManifestYaml.each(text, reader);
    } catch (InvalidYamlException e) {
      throw new UnreadableManifestException(e.line(), e.column(), e.problem());
    }
  }

  public String text() {
    try (var in = new GZIPInputStream(new ByteArrayInputStream(compressed))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** An object with items is a list, whatever its kind (k8s.io/apimachinery, unstructured). */
  private static void collect(JsonNode document, List<ManifestObject> into) {
    if (!document.isObject() || !document.hasNonNull("kind")) {
      return;
    }
    if (document.has("items")) {
      document.path("items").forEach(item -> collect(named(item, document), into));
    } else {
      into.add(new ManifestObject(document));
    }
  }

  /** The API server omits the kind in a list's items. */
  private static JsonNode named(JsonNode item, JsonNode list) {
    boolean hasName = !text(item, "kind").isEmpty() || !text(item, "apiVersion").isEmpty();
    if (hasName || (!item.isNull() && !item.isObject())) {
      return item;
    }
    var kind = text(list, "kind");
    var named =
        item instanceof ObjectNode object
            ? object.deepCopy()
            : JsonNodeFactory.instance.objectNode();
    named.put(
        "kind", kind.endsWith(LIST) ? kind.substring(0, kind.length() - LIST.length()) : kind);
    return named.put("apiVersion", text(list, "apiVersion"));
  }

  private static String text(JsonNode object, String field) {
    return object.path(field).asText("");
  }
}
