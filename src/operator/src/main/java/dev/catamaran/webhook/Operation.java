package dev.catamaran.webhook;

import dev.catamaran.kit.Validator;
import dev.catamaran.kit.Webhook;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;

/** Operation on an object; spelled as in a webhook's configuration. */
public enum Operation {
  CREATE,
  UPDATE,
  DELETE;

  /** Returns the operations that a validator checks: those with a method that it overrides. */
  public static Set<Operation> validatedBy(Class<? extends Webhook> validator) {
    var operations = EnumSet.noneOf(Operation.class);
    for (var method : validator.getMethods()) {
      if (!method.getDeclaringClass().equals(Validator.class)) {
        switch (method.getName()) {
          case "validateCreate" -> operations.add(CREATE);
          case "validateUpdate" -> operations.add(UPDATE);
          case "validateDelete" -> operations.add(DELETE);
          default -> {}
        }
      }
    }
    return operations;
  }

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
