package dev.catamaran.preview;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.loopback.Answer;
import dev.catamaran.loopback.LoopbackServer;
import dev.catamaran.loopback.LoopbackServer.Call;
import dev.catamaran.release.Account.ServiceAccount;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReviewBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * The real API server, with the credentials of the kubeconfig. Receives reads and dry runs only.
 */
final class RealServer {
  private static final JsonMapper JSON = new JsonMapper();
  private static final int TIMEOUT_SECONDS = 60;

  /** One document for each group and version is below. */
  private static final String SCHEMAS = "/openapi/v3/";

  /** The API server's message for a missing right (apiserver, handlers/responsewriters). */
  private static final Pattern NO_RIGHT = Pattern.compile("cannot \\w+ resource ");

  /** Its message for a webhook with side effects (apiserver, admission/plugin/webhook). */
  private static final String NO_DRY_RUN = "does not support dry run";

  private final KubernetesClient client;
  private final HttpClient http;
  private final String url;
  private final Map<String, Reply> asked = new ConcurrentHashMap<>();
  private final Map<ServiceAccount, Boolean> mayActAs = new ConcurrentHashMap<>();

  /** Reaches the API server that {@code client} does. */
  RealServer(KubernetesClient client) {
    this.client = client;
    this.http = client.getHttpClient();
    this.url = client.getMasterUrl().toString().replaceFirst("/+$", "");
  }

  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Reply(int code, String type, byte[] body) {
    boolean isSuccess() {
      return code >= 200 && code < 300;
    }

    boolean isMissing() {
      return code == 404;
    }

    boolean isForbidden() {
      return code == 403;
    }

    /**
     * Whether a dry run was refused, while the write itself need not be: a right that the person
     * lacks is one of the release's account, unless the person acts as that.
     */
    boolean isUntried(Call call) {
      var message = isSuccess() ? "" : object().path("message").asText();
      return (call.user().isEmpty() && isForbidden() && NO_RIGHT.matcher(message).find())
          || message.contains(NO_DRY_RUN);
    }

    /** Returns the content; empty if it is not a JSON object. */
    ObjectNode object() {
      try {
        return JSON.readTree(body) instanceof ObjectNode object
            ? object
            : JsonNodeFactory.instance.objectNode();
      } catch (IOException e) {
        return JsonNodeFactory.instance.objectNode();
      }
    }

    Reply patchParameters() {
      if (!isSuccess() || !type.startsWith(Answer.JSON)) {
        return this;
      }
      try {
        return new Reply(code, type, PatchParameters.of(body));
      } catch (IOException e) {
        return this;
      }
    }

    Answer answer() {
      return new Answer.Bytes(code, type, body);
    }
  }

  /** Forwards a GET, in the form that the client accepts. */
  Reply read(Call call) {
    return send(request(call.target(), call.accept(), call.user()));
  }

  /**
   * Forwards a GET of what the API server serves: its version, its kinds, its schemas. Asks only
   * once, also for many previews. Of a schema it returns only the {@link PatchParameters}.
   */
  Reply readOnce(Call call) {
    var known = asked.get(call.accept() + " " + call.target());
    if (known != null) {
      return known;
    }
    var reply = call.path().startsWith(SCHEMAS) ? read(call).patchParameters() : read(call);
    if (reply.isSuccess()) {
      asked.put(call.accept() + " " + call.target(), reply);
    }
    return reply;
  }

  /** Reads an object or a list as JSON. */
  Reply readObject(String target) {
    return send(request(target, Answer.JSON, ""));
  }

  /** Whether the person may act as an account. Nobody can who acts as somebody else already. */
  boolean mayActAs(ServiceAccount account) {
    var person = client.getConfiguration().getImpersonateUsername();
    return (person == null || person.isEmpty())
        && mayActAs.computeIfAbsent(account, this::isAllowed);
  }

  private boolean isAllowed(ServiceAccount account) {
    return client
        .authorization()
        .v1()
        .selfSubjectAccessReview()
        .create(
            new SelfSubjectAccessReviewBuilder()
                .withNewSpec()
                .withNewResourceAttributes()
                .withVerb("impersonate")
                .withResource("serviceaccounts")
                .withNamespace(account.namespace())
                .withName(account.name())
                .endResourceAttributes()
                .endSpec()
                .build())
        .getStatus()
        .getAllowed();
  }

  /** Forwards a create, update or patch as a dry run. */
  Reply tryOut(Call call) {
    // A deletion with a body would ignore the parameter.
    if (!call.method().matches("POST|PUT|PATCH")) {
      throw new IllegalArgumentException(call.method());
    }
    boolean isDry = "All".equals(call.query().get("dryRun"));
    var mark = call.target().contains("?") ? "&" : "?";
    return send(
        request(call.target() + (isDry ? "" : mark + "dryRun=All"), Answer.JSON, call.user())
            .method(
                call.method(),
                call.type(),
                new ByteArrayInputStream(call.body()),
                call.body().length));
  }

  private HttpRequest.Builder request(String target, String accept, String user) {
    var request = http.newHttpRequestBuilder().uri(url + target);
    request.timeout(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    if (!user.isEmpty()) {
      request.setHeader(LoopbackServer.IMPERSONATE_USER, user);
    }
    return accept.isEmpty() ? request : request.setHeader("Accept", accept);
  }

  private Reply send(HttpRequest.Builder request) {
    try {
      HttpResponse<byte[]> response = http.sendAsync(request.build(), byte[].class).get();
      var type = response.headers("Content-Type").stream().findFirst().orElse(Answer.JSON);
      return new Reply(response.code(), type, response.body());
    } catch (ExecutionException e) {
      throw new UncheckedIOException(new IOException(e.getCause()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UncheckedIOException(new IOException(e));
    }
  }
}
