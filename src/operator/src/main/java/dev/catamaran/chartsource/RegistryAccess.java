package dev.catamaran.chartsource;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.catamaran.chart.ChartReference.InRegistry;
import dev.catamaran.chart.ChartUnavailableException;
import dev.catamaran.chartsource.Web.Answer;
import dev.catamaran.chartsource.Web.Size;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Client of one registry. Authenticates on demand: with the credentials, or with a token that it
 * obtains for them.
 */
final class RegistryAccess {
  private static final Pattern PARAMETER = Pattern.compile("(\\w+)=\"([^\"]*)\"");

  /** The name of Docker Hub in references; a web page is at this host, and the API elsewhere. */
  private static final String DOCKER_HUB = "docker.io";

  private static final String API_OF_DOCKER_HUB = "registry-1.docker.io";
  private static final JsonMapper JSON = new JsonMapper();

  private final Web web;
  private final RegistryConfig config;
  private final String registry;
  private final String host;
  private final String scheme;
  private Optional<String> authorization = Optional.empty();

  RegistryAccess(Web web, RegistryConfig config, InRegistry chart) {
    this.web = web;
    this.config = config;
    this.registry = chart.registry();
    this.host = registry.equals(DOCKER_HUB) ? API_OF_DOCKER_HUB : registry;
    this.scheme = chart.rules().plainHttp() ? "http" : "https";
  }

  /**
   * Returns an address in the registry. Uses http where the watch allows it: a registry serves one
   * of the two schemes at a port.
   */
  URI address(String path) {
    return URI.create(scheme + "://" + host + path);
  }

  /**
   * Sends a request to the registry.
   *
   * @throws ChartUnavailableException if there is no answer, or if the address is on another host,
   *     which would receive the credentials
   */
  Answer get(URI address, String accept, Size size) throws ChartUnavailableException {
    if (!Web.isSameOrigin(address, address("/"))) {
      throw new ChartUnavailableException(
          registry + " names " + Web.host(address) + " for its own answers; it is not asked");
    }
    var answer = web.get(address, accept, authorization, size);
    // The target of a redirect must not ask for credentials.
    if (answer.status() != 401 || !Web.isSameOrigin(answer.from(), address)) {
      return answer;
    }
    authorization = answerTo(answer.header("WWW-Authenticate").orElse(""));
    return authorization.isEmpty() ? answer : web.get(address, accept, authorization, size);
  }

  private Optional<String> answerTo(String challenge) throws ChartUnavailableException {
    var credentials = config.basic(registry);
    if (!challenge.toLowerCase(Locale.ROOT).startsWith("bearer ")) {
      return credentials;
    }
    var parameters = new HashMap<String, String>();
    PARAMETER
        .matcher(challenge)
        .results()
        .forEach(found -> parameters.put(found.group(1), found.group(2)));
    return token(parameters, credentials);
  }

  /** Obtains a token as the distribution project's token specification defines it. */
  private Optional<String> token(Map<String, String> parameters, Optional<String> credentials)
      throws ChartUnavailableException {
    var query =
        Stream.of("service", "scope")
            .filter(parameters::containsKey)
            .map(name -> name + "=" + encoded(parameters.getOrDefault(name, "")))
            .collect(Collectors.joining("&", "?", ""));
    var realm = realm(parameters.getOrDefault("realm", ""), query);
    var answer = web.get(realm, "", credentials, Size.SMALL);
    if (answer.status() != 200) {
      throw VersionChoice.refused(registry, answer.status());
    }
    try {
      var json = JSON.readTree(answer.body());
      var token = json.path("token").asText(json.path("access_token").asText(""));
      return token.isEmpty() ? Optional.empty() : Optional.of("Bearer " + token);
    } catch (IOException e) {
      throw new ChartUnavailableException("the token service of " + registry + " sends no JSON");
    }
  }

  /**
   * Returns the token service's address. It receives credentials, so its scheme must be at least as
   * safe as the registry's.
   */
  private URI realm(String realm, String query) throws ChartUnavailableException {
    try {
      var address = URI.create(realm + query);
      if ("https".equals(address.getScheme()) || scheme.equals(address.getScheme())) {
        return address;
      }
    } catch (IllegalArgumentException e) {
      // The exception below reports it.
    }
    throw new ChartUnavailableException(
        registry + " asks for a token of a service that has no https address");
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
