package dev.catamaran.inspect;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.http.HttpResponse;
import java.io.IOException;
import java.util.concurrent.ExecutionException;

/** Reads in a form that the client has no method for. */
public final class ApiRead {
  /** Of each object the metadata alone. */
  public static final String METADATA =
      "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";

  private static final JsonMapper JSON = new JsonMapper();

  private ApiRead() {}

  /**
   * Sends a GET.
   *
   * @throws KubernetesClientException if the API server refuses, or does not answer
   */
  public static JsonNode get(KubernetesClient client, String path, String accept) {
    var http = client.getHttpClient();
    var url = client.getMasterUrl().toString().replaceFirst("/+$", "") + path;
    var request = http.newHttpRequestBuilder().uri(url).setHeader("Accept", accept).build();
    try {
      HttpResponse<String> answer = http.sendAsync(request, String.class).get();
      var body = JSON.readTree(answer.body());
      if (!answer.isSuccessful()) {
        throw new KubernetesClientException(
            body.path("message").asText(answer.message()), answer.code(), null);
      }
      return body;
    } catch (ExecutionException e) {
      throw KubernetesClientException.launderThrowable(e.getCause());
    } catch (IOException e) {
      throw KubernetesClientException.launderThrowable(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw KubernetesClientException.launderThrowable(e);
    }
  }
}
