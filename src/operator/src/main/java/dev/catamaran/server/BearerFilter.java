package dev.catamaran.server;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpExchange;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Passes on requests with an admitted bearer token. */
final class BearerFilter extends Filter {
  private static final Logger log = LoggerFactory.getLogger(BearerFilter.class);
  private static final String SCHEME = "Bearer ";

  private final Function<String, Admission> admissions;

  /** Asks {@code admissions} about each token. */
  BearerFilter(Function<String, Admission> admissions) {
    this.admissions = admissions;
  }

  @Override
  public String description() {
    return "Checks bearer tokens";
  }

  @Override
  public void doFilter(HttpExchange exchange, Chain chain) throws IOException {
    try {
      switch (admission(exchange)) {
        case GRANTED -> chain.doFilter(exchange);
        case UNKNOWN -> {
          exchange.getResponseHeaders().set("WWW-Authenticate", "Bearer");
          Answers.text(exchange, 401, "Unauthorized: send a valid bearer token");
        }
        case BUSY -> Answers.text(exchange, 503, "Too many tokens are being checked; try again");
        case FORBIDDEN -> Answers.text(exchange, 403, "Forbidden: this account may not read it");
      }
    } catch (KubernetesClientException e) {
      log.warn(
          "Tokens sent for {} cannot be checked: {}", exchange.getRequestURI(), e.getMessage());
      Answers.text(exchange, 500, "The token cannot be checked");
    }
  }

  private Admission admission(HttpExchange exchange) {
    return Optional.ofNullable(exchange.getRequestHeaders().getFirst("Authorization"))
        .filter(sent -> sent.regionMatches(/* ignoreCase= */ true, 0, SCHEME, 0, SCHEME.length()))
        .map(sent -> sent.substring(SCHEME.length()).strip())
        .filter(token -> !token.isEmpty())
        .map(admissions)
        .orElse(Admission.UNKNOWN);
  }
}
