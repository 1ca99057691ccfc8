package dev.catamaran.importing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.catamaran.chart.Values;
import dev.catamaran.chart.YamlValues;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SplitValuesTest {

  @Test
  void takesWhatLooksLikeACredentialOutOfTheSpec() throws Exception {
    var values =
        YamlValues.read(
            """
            color: red
            auth: {user: admin, password: one, rootPassword: ""}
            minio: {secretKey: two}
            url: "https://user:three@example.com/x"
            users: [{name: a, password: four}]
            tls: {privateKey: five}
            """);

    var split = SplitValues.of(values);

    assertEquals(
        YamlValues.read("{color: red, auth: {user: admin, rootPassword: \"\"}}"), split.open());
    assertEquals(
        List.of("auth.password", "minio.secretKey", "url", "users", "tls.privateKey"),
        split.places());
    assertEquals(values, split.secret().merge(split.open()));
    assertFalse(new String(split.open().toJson(), UTF_8).matches(".*(one|two|three|four|five).*"));
  }

  /** Names of Secrets, switches and nulls are no secrets. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{auth: {existingSecret: mine, secretKeys: [a]}}",
        "{imagePullSecrets: [{name: registry}], tls: {secretName: tls}}",
        "{automountServiceAccountToken: true, password: null, token: \"\"}",
        "{envFrom: [{secretRef: {name: env}}], passwordKey: word}",
        "{resources: {limits: {cpu: null}}, empty: {}}",
      })
  void leavesOtherValuesInTheSpec(String yaml) throws Exception {
    var values = YamlValues.read(yaml);

    var split = SplitValues.of(values);

    assertEquals(values, split.open());
    assertEquals(Values.empty(), split.secret());
  }
}
