package dev.catamaran.samples.ptemplate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        Samples.LEAST,
        "{selector: {node: worker}, maxdev: 0, requiredDevices: 0, deviceplugin: '', consumer: '',"
            + " defaultmsg: '', imagePullSecret: {name: ''}}"
      })
  void replacesAbsentEmptyAndZeroFieldsByDefaults(String spec) {
    assertEquals(
        new Settings(
            Map.of("node", "worker"),
            5,
            "",
            "quay.io/chrisp262/pt-device-plugin:latest",
            "quay.io/chrisp262/pt-device-plugin:consumer-latest",
            1,
            Optional.empty()),
        Settings.of(Samples.ptemplate(spec).getSpec()));
  }

  @Test
  void takesTheFieldsOfTheSpec() {
    assertEquals(
        new Settings(
            Map.of("node", "worker"),
            7,
            "ahoy",
            "example.com/plugin:1",
            "example.com/consumer:1",
            2,
            Optional.of("pull")),
        Settings.of(Samples.ptemplate(Samples.MOST).getSpec()));
  }
}
