package dev.catamaran.testcluster;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The metadata of objects, without the rest: a stored revision has its chart and its manifest, and
 * the tests look at many of them, ten times a second.
 */
final class Metadata {
  private static final String MEDIA_TYPE =
      "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";
  private static final JsonMapper JSON = new JsonMapper();

  private Metadata() {}

  /** Reads a collection by its path and query. */
  static List<ObjectMeta> of(KubernetesClient client, String path) {
    var url = client.getConfiguration().getMasterUrl().replaceFirst("/$", "") + path;
    var http = client.getHttpClient();
    var request = http.newHttpRequestBuilder().uri(url).header("Accept", MEDIA_TYPE).build();
    return http.sendAsync(request, String.class).thenApply(Metadata::parse).join();
  }

  private static List<ObjectMeta> parse(HttpResponse<String> answer) {
    if (!answer.isSuccessful()) {
      throw new IllegalStateException(answer.code() + " " + answer.body());
    }
    try {
      var found = new ArrayList<ObjectMeta>();
      for (var item : JSON.readTree(answer.body()).path("items")) {
        found.add(Serialization.unmarshal(item.path("metadata").toString(), ObjectMeta.class));
      }
      return found;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
