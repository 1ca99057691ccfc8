package dev.catamaran.helm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.catamaran.release.EngineFailure;
import dev.catamaran.release.EngineFailure.Locked;
import dev.catamaran.release.EngineFailure.Rejected;
import dev.catamaran.release.EngineFailure.Unreachable;
import dev.catamaran.release.EngineFailure.Unrenderable;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class FailureTextTest {

  static Stream<Arguments> messagesOfHelm() {
    return Stream.of(
        arguments("another operation (install/upgrade/rollback) is in progress", Locked.class),
        arguments(
            "Kubernetes cluster unreachable: Get \"https://10.0.0.1/version\": dial tcp: i/o timeout",
            Unreachable.class),
        arguments(
            "template: p/templates/a.yaml:3:7: executing \"p/templates/a.yaml\" at <.Values.a.b>: nil pointer evaluating interface {}.b",
            Unrenderable.class),
        arguments(
            "execution error at (p/templates/a.yaml:1:3): size is required", Unrenderable.class),
        arguments(
            "parse error at (p/templates/a.yaml:1): function \"nope\" not defined",
            Unrenderable.class),
        arguments(
            "YAML parse error on p/templates/a.yaml: error converting YAML to JSON: yaml: line 2",
            Unrenderable.class),
        arguments(
            "unable to build kubernetes objects from release manifest: resource mapping not found for name: \"a\"",
            Unrenderable.class),
        arguments(
            "values don't meet the specifications of the schema(s) in the following chart(s):\nmemcached:\n- replicaCount: Invalid type",
            Unrenderable.class),
        arguments("cannot re-use a name that is still in use", Rejected.class),
        arguments("release: not found", Rejected.class),
        arguments("null", Rejected.class));
  }

  @ParameterizedTest
  @MethodSource("messagesOfHelm")
  void tellsFailuresApart(String message, Class<? extends EngineFailure> failure) {
    assertEquals(failure, FailureText.classify(message).getClass());
  }

  @Test
  void keepsHelmsWordsWithoutTheSpaceAroundThem() {
    assertEquals(new Rejected("release: not found"), FailureText.classify(" release: not found\n"));
  }
}
