package dev.catamaran.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ApiFailuresTest {

  @ParameterizedTest
  @CsvSource({
    "-1, UNREACHABLE",
    "0, UNREACHABLE",
    "400, REJECTED",
    "401, FORBIDDEN",
    "404, REJECTED",
    "409, IN_THE_WAY",
    "422, REJECTED",
    "429, UNREACHABLE",
    "500, UNREACHABLE",
    "503, UNREACHABLE"
  })
  void decidesByTheCode(int code, String expected) {
    assertEquals(expected, failure(code, new StatusBuilder().build()));
  }

  @Test
  void knowsTheRefusalsWithOneCode() {
    var right = refusal("pods is forbidden: User \"u\" cannot list resource \"pods\"");
    var grant =
        refusal("roles \"a\" is forbidden: user \"u\" is attempting to grant RBAC permissions");
    var quota = refusal("pods \"a\" is forbidden: exceeded quota: small");
    var ending =
        new StatusBuilder()
            .withNewDetails()
            .addNewCause("namespace", "shop is being terminated", "NamespaceTerminating")
            .endDetails()
            .build();

    assertEquals("FORBIDDEN", failure(403, right));
    assertEquals("FORBIDDEN", failure(403, grant));
    assertEquals("IN_THE_WAY", failure(403, quota));
    assertEquals("NAMESPACE_TERMINATING", failure(403, ending));
    assertEquals("IN_THE_WAY", failure(403, new StatusBuilder().build()));
  }

  private static Status refusal(String message) {
    return new StatusBuilder()
        .withMessage(message)
        .withNewDetails()
        .withKind("pods")
        .endDetails()
        .build();
  }

  private static String failure(int code, Status status) {
    return ApiFailures.of(new KubernetesClientException("no", code, status)).kind().name();
  }
}
