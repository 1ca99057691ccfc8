package dev.catamaran.telemetry;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.telemetry.ClientMeters.ApiRequest;
import java.net.URI;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ApiRequestTest {

  @ParameterizedTest
  @CsvSource({
    "GET, /api/v1/namespaces/a/pods/b, get, pods",
    "GET, /api/v1/pods, list, pods",
    "GET, /api/v1/namespaces/a/pods?watch=true&resourceVersion=7, watch, pods",
    "GET, /api/v1/namespaces, list, namespaces",
    "GET, /api/v1/namespaces/a, get, namespaces",
    "POST, /apis/apps/v1/namespaces/a/deployments, create, deployments.apps",
    "PUT, /apis/coordination.k8s.io/v1/namespaces/a/leases/b, update, leases.coordination.k8s.io",
    "PATCH, /apis/my.domain/v1/namespaces/a/widgets/b/status, patch, widgets.my.domain",
    "DELETE, /apis/my.domain/v1/widgets/b, delete, widgets.my.domain",
    "GET, /apis/my.domain/v1, get, ''",
    "GET, /version, get, ''",
    "GET, /, get, ''",
  })
  void namesTheVerbAndTheResource(String method, String url, String verb, String resource) {
    var uri = URI.create("https://cluster.example:6443" + url);

    assertEquals(new ApiRequest(verb, resource), ApiRequest.of(method, uri));
  }
}
