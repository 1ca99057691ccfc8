package dev.catamaran.wire;

import io.fabric8.kubernetes.client.jdkhttp.JdkHttpClientFactory;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

/**
 * Creates clients that detect dead connections, and encrypt at a low cost. A watch without changes
 * is silent for hours, and looks the same as a watch that the network has lost.
 */
public final class WatchfulClientFactory extends JdkHttpClientFactory {
  private final Silence silence;

  /**
   * Creates a factory of clients that detect dead connections within the limits of {@code silence}.
   */
  public WatchfulClientFactory(Silence silence) {
    this.silence = silence;
  }

  @Override
  protected HttpClient.Builder createNewHttpClientBuilder() {
    return new Builder(super.createNewHttpClientBuilder(), silence);
  }

  private record Builder(HttpClient.Builder actual, Silence silence) implements HttpClient.Builder {

    @Override
    public HttpClient.Builder cookieHandler(CookieHandler handler) {
      actual.cookieHandler(handler);
      return this;
    }

    @Override
    public HttpClient.Builder connectTimeout(Duration timeout) {
      actual.connectTimeout(timeout);
      return this;
    }

    @Override
    public HttpClient.Builder sslContext(SSLContext context) {
      actual.sslContext(context);
      return this;
    }

    @Override
    public HttpClient.Builder sslParameters(SSLParameters parameters) {
      if (parameters.getCipherSuites() == null) {
        parameters.setCipherSuites(CipherSuites.cheapestFirst());
      }
      actual.sslParameters(parameters);
      return this;
    }

    @Override
    public HttpClient.Builder executor(Executor executor) {
      actual.executor(executor);
      return this;
    }

    @Override
    public HttpClient.Builder followRedirects(HttpClient.Redirect policy) {
      actual.followRedirects(policy);
      return this;
    }

    @Override
    public HttpClient.Builder version(HttpClient.Version version) {
      actual.version(version);
      return this;
    }

    @Override
    public HttpClient.Builder priority(int priority) {
      actual.priority(priority);
      return this;
    }

    @Override
    public HttpClient.Builder proxy(ProxySelector selector) {
      actual.proxy(selector);
      return this;
    }

    @Override
    public HttpClient.Builder authenticator(Authenticator authenticator) {
      actual.authenticator(authenticator);
      return this;
    }

    @Override
    public HttpClient build() {
      return new WatchfulClient(actual.build(), silence);
    }
  }
}
