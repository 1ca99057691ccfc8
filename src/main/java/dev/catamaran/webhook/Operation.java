package dev.catamaran.webhook;

import java.util.Arrays;

/** What is done to an object; spelt as a webhook's configuration spells it. */
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
