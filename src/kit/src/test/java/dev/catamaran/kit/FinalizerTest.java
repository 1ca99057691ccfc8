package dev.catamaran.kit;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.javaoperatorsdk.operator.api.reconciler.DeleteControl;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FinalizerTest {

  @ParameterizedTest
  @ValueSource(strings = {"apps.example.com/backup", "finalizer.reversewordsapp.apps.linuxera.org"})
  void acceptsANameThatTheApiServerAccepts(String name) {
    assertDoesNotThrow(() -> finalizer(name));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "apps.example.com/", "two words", "/backup", "a/b/c"})
  void refusesANameThatTheApiServerRefuses(String name) {
    assertThrows(IllegalArgumentException.class, () -> finalizer(name));
  }

  private static Finalizer<ConfigMap> finalizer(String name) {
    return Finalizer.of(name, (primary, context) -> DeleteControl.defaultDelete());
  }
}
