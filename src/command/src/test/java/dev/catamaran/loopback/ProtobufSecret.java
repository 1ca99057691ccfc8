package dev.catamaran.loopback;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.function.BiConsumer;

/**
 * Reads a Secret in protobuf, Helm's form for release Secrets: the fields that Helm sets
 * (Kubernetes, api/core/v1/generated.proto and apimachinery/pkg/runtime/generated.proto).
 */
public final class ProtobufSecret {
  /** Begins each object in protobuf; a message {@code Unknown} follows, with the object's bytes. */
  private static final byte[] MAGIC = {'k', '8', 's', 0};

  private static final int RAW = 2;

  private ProtobufSecret() {}

  /** Whether a body is an object in protobuf. */
  public static boolean isIn(byte[] body) {
    return body.length > MAGIC.length
        && ByteBuffer.wrap(body, 0, MAGIC.length).equals(ByteBuffer.wrap(MAGIC));
  }

  /** Returns the Secret as the API server writes it in JSON. */
  public static ObjectNode read(byte[] body) {
    var secret = JsonNodeFactory.instance.objectNode();
    secret.put("apiVersion", "v1").put("kind", "Secret");
    fields(
        ByteBuffer.wrap(body, MAGIC.length, body.length - MAGIC.length),
        (number, raw) -> {
          if (number == RAW) {
            fields(raw, (field, value) -> secret(field, value, secret));
          }
        });
    return secret;
  }

  private static void secret(int number, ByteBuffer value, ObjectNode into) {
    switch (number) {
      case 1 -> {
        var metadata = into.withObjectProperty("metadata");
        fields(value, (field, content) -> metadata(field, content, metadata));
      }
      case 2 -> {
        var entry = entry(value);
        into.withObjectProperty("data")
            .put(entry.key(), Base64.getEncoder().encodeToString(entry.value()));
      }
      case 3 -> into.put("type", text(value));
      default -> {}
    }
  }

  private static void metadata(int number, ByteBuffer value, ObjectNode into) {
    switch (number) {
      case 1 -> into.put("name", text(value));
      case 3 -> into.put("namespace", text(value));
      case 11 -> {
        var entry = entry(value);
        into.withObjectProperty("labels").put(entry.key(), new String(entry.value(), UTF_8));
      }
      default -> {}
    }
  }

  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record Entry(String key, byte[] value) {}

  private static Entry entry(ByteBuffer map) {
    var parts = new byte[3][];
    parts[1] = new byte[0];
    parts[2] = new byte[0];
    fields(map, (number, value) -> parts[number] = bytes(value));
    return new Entry(new String(parts[1], UTF_8), parts[2]);
  }

  private static String text(ByteBuffer value) {
    return new String(bytes(value), UTF_8);
  }

  private static byte[] bytes(ByteBuffer value) {
    var bytes = new byte[value.remaining()];
    value.get(bytes);
    return bytes;
  }

  /** Passes on the fields with a length: texts, bytes and messages. */
  private static void fields(ByteBuffer message, BiConsumer<Integer, ByteBuffer> field) {
    while (message.hasRemaining()) {
      int tag = varint(message);
      int type = tag & 7;
      if (type == 2) {
        int length = varint(message);
        field.accept(tag >>> 3, message.slice(message.position(), length));
        message.position(message.position() + length);
      } else if (type == 0) {
        varint(message);
      } else {
        message.position(message.position() + (type == 1 ? Long.BYTES : Integer.BYTES));
      }
    }
  }

  /** Returns the lower half of the number, which is enough for tags and lengths. */
  private static int varint(ByteBuffer message) {
    int result = 0;
    int shift = 0;
    byte part;
    do {
      part = message.get();
      result |= shift < Integer.SIZE ? (part & 0x7f) << shift : 0;
      shift += 7;
    } while (part < 0);
    return result;
  }
}
