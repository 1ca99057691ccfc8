package dev.catamaran.importing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.catamaran.chart.Values;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SplitValuesTest {

  @Test
  void takesWhatLooksLikeACredentialOutOfTheSpec() throws Exception {
    var values =
        Values.ofYaml(
            """
            color: red
            auth: {user: admin, password: one, rootPassword: ""}
            minio: {secretKey: two}
            url: "https://user:three@example.com/x"
            users: [{name: a, password: four}]
            tls: {privateKey: five}
            extraEnv: [{name: DB_PASSWORD, value: six}]
            args: [--db-password=seven, --verbose]
            command: [run, --api-token, eight]
            sidecar: {env: {name: API_TOKEN, value: nine}}
            config: "user: admin\\npassword: ten\\n"
            """);

    var split = SplitValues.of(values);

    assertEquals(
        Values.ofYaml(
            "{color: red, auth: {user: admin, rootPassword: \"\"}, sidecar: {env: {name: API_TOKEN}}}"),
        split.open());
    assertEquals(
        List.of(
            "auth.password",
            "minio.secretKey",
            "url",
            "users",
            "tls.privateKey",
            "extraEnv",
            "args",
            "command",
            "sidecar.env.value",
            "config"),
        split.places());
    assertEquals(values, split.secret().merge(split.open()));
    assertFalse(
        new String(split.open().toJson(), UTF_8)
            .matches(".*(one|two|three|four|five|six|seven|eight|nine|ten).*"));
  }

  /** Names of Secrets, switches and nulls are no secrets. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{auth: {existingSecret: mine, secretKeys: [a]}}",
        "{imagePullSecrets: [{name: registry}], tls: {secretName: tls}}",
        "{automountServiceAccountToken: true, password: null, token: \"\"}",
        "{envFrom: [{secretRef: {name: env}}], passwordKey: word}",
        "{env: [{name: DB_PASSWORD, valueFrom: {secretKeyRef: {name: db, key: password}}}]}",
        "{args: [--tls-private-key-file=/tls/key, --tokens, --verbose], note: the password is in the vault}",
        "{resources: {limits: {cpu: null}}, empty: {}}",
      })
  void leavesOtherValuesInTheSpec(String yaml) throws Exception {
    var values = Values.ofYaml(yaml);

    var split = SplitValues.of(values);

    assertEquals(values, split.open());
    assertEquals(Values.empty(), split.secret());
  }
}
