package dev.catamaran.wire;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.WatchEvent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The object of a watch event, as the API server sent it. The client library reads an event before
 * it knows the wanted class: it would read the object as a tree, as the class of its kind, and as
 * the wanted class. This one is read once, as the wanted class. Has no metadata but the resource
 * version, which the client library needs at once.
 */
final class WatchedObject implements HasMetadata {
  private static final long serialVersionUID = 1L;
  private static final String ERROR = "ERROR";

  private final byte[] json;
  private final int begin;
  private final int end;
  private ObjectMeta metadata;

  private WatchedObject(byte[] json, int begin, int end, ObjectMeta metadata) {
    this.json = json;
    this.begin = begin;
    this.end = end;
    this.metadata = metadata;
  }

  /**
   * Reads an event. Empty for an event that is not about an object of the watched kind.
   *
   * @throws IOException if it is not JSON, or exceeds the limits of {@code mapper}
   */
  static Optional<WatchEvent> eventOf(byte[] json, ObjectMapper mapper) throws IOException {
    try (var parser = mapper.createParser(json)) {
      var type = "";
      Optional<WatchedObject> object = Optional.empty();
      parser.nextToken();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        var field = parser.currentName();
        var value = parser.nextToken();
        if (field.equals("type")) {
          type = parser.getText();
        } else if (field.equals("object") && value == JsonToken.START_OBJECT) {
          object = Optional.of(read(json, parser));
        } else {
          parser.skipChildren();
        }
      }
      var event = new WatchEvent();
      event.setType(type);
      object.ifPresent(event::setObject);
      return type.equals(ERROR) ? Optional.empty() : object.map(found -> event);
    }
  }

  private static WatchedObject read(byte[] json, JsonParser parser) throws IOException {
    long begin = parser.currentTokenLocation().getByteOffset();
    var version = Optional.<String>empty();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      boolean isMetadata = parser.currentName().equals("metadata");
      if (parser.nextToken() == JsonToken.START_OBJECT && isMetadata) {
        version = versionIn(parser);
      } else {
        parser.skipChildren();
      }
    }
    long end = parser.currentLocation().getByteOffset();
    var metadata = new ObjectMeta();
    version.ifPresent(metadata::setResourceVersion);
    return new WatchedObject(json, (int) begin, (int) end, metadata);
  }

  private static Optional<String> versionIn(JsonParser parser) throws IOException {
    var version = Optional.<String>empty();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      boolean isVersion = parser.currentName().equals("resourceVersion");
      if (parser.nextToken() == JsonToken.VALUE_STRING && isVersion) {
        version = Optional.of(parser.getText());
      } else {
        parser.skipChildren();
      }
    }
    return version;
  }

  <T> T as(Class<T> type, ObjectMapper mapper) throws IOException {
    return mapper.readValue(json, begin, end - begin, type);
  }

  String text() {
    return new String(json, begin, end - begin, StandardCharsets.UTF_8);
  }

  @Override
  public ObjectMeta getMetadata() {
    return metadata;
  }

  @Override
  public void setMetadata(ObjectMeta metadata) {
    this.metadata = metadata;
  }

  /** The API version is a part of the unread object. */
  @Override
  public void setApiVersion(String version) {
    throw new UnsupportedOperationException("an object of a watch event cannot be changed");
  }
}
