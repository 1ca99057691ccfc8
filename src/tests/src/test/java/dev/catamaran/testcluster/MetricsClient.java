package dev.catamaran.testcluster;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/** Reads metrics as Prometheus does with {@code insecure_skip_verify}. */
public final class MetricsClient {
  private final HttpClient http;
  private final URI uri;

  /** Reads the metrics of the operator at this address. */
  public MetricsClient(String uri) throws GeneralSecurityException {
    var tls = SSLContext.getInstance("TLS");
    tls.init(null, new TrustManager[] {new Anybody()}, null);
    this.http = HttpClient.newBuilder().sslContext(tls).build();
    this.uri = URI.create(uri);
  }

  /** Without a token. */
  public HttpResponse<String> get() throws IOException, InterruptedException {
    return seen(http.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString()));
  }

  /** With a bearer token. */
  public HttpResponse<String> get(String token) throws IOException, InterruptedException {
    var request = HttpRequest.newBuilder(uri).header("Authorization", "Bearer " + token).build();
    return seen(http.send(request, BodyHandlers.ofString()));
  }

  private HttpResponse<String> seen(HttpResponse<String> answer) {
    Canary.saw("metrics", uri.toString(), answer.body());
    return answer;
  }

  private static final class Anybody extends X509ExtendedTrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
