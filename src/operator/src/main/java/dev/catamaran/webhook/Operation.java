package dev.catamaran.webhook;

import java.util.Arrays;

/** Operation on an object; spelled as in a webhook's configuration. */
public enum Operation {
  CREATE,
  UPDATE,
  DELETE;

  static Operation named(String name) throws BadRequestException {
    return Arrays.stream(values())
        .filter(operation -> operation.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new BadRequestException(
                    "operation \"%s\" is not CREATE, UPDATE or DELETE: correct the configuration"
                        .formatted(name)));
  }
}
