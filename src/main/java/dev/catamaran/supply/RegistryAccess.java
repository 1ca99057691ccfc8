package dev.catamaran.supply;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.catamaran.chart.ChartReference.InRegistry;
import dev.catamaran.chart.ChartUnavailableException;
import dev.catamaran.supply.Web.Answer;
import dev.catamaran.supply.Web.Size;
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
 * Asks one registry, and authenticates itself when that asks for it: with the credentials, or with
 * a token that it gets for them.
 */
final class RegistryAccess {
  private static final Pattern PARAMETER = Pattern.compile("(\\w+)=\"([^\"]*)\"");
  private static final JsonMapper JSON = new JsonMapper();

  private final Web web;
  private final RegistryConfig config;
  private final String registry;
  private final String scheme;
  private Optional<String> authorization = Optional.empty();

  RegistryAccess(Web web, RegistryConfig config, InRegistry chart) {
    this.web = web;
    this.config = config;
    this.registry = chart.registry();
    this.scheme = chart.rules().plainHttp() ? "http" : "https";
  }

  /** By http where the watch allows it: a registry serves one of the two at a port. */
  URI address(String path) {
    return URI.create(scheme + "://" + registry + path);
  }

  /**
   * Asks the registry.
   *
   * @throws ChartUnavailableException if there is no answer, or the address is of another host,
   *     which would get the credentials
   */
  Answer get(URI address, String accept, Size size) throws ChartUnavailableException {
    if (!Web.isSameOrigin(address, address("/"))) {
      throw new ChartUnavailableException(
          registry + " names " + Web.host(address) + " for its own answers; it is not asked");
    }
    var answer = web.get(address, accept, authorization, size);
    // Where a redirect leads to may not ask for credentials.
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

  /** As the distribution project's token specification has it. */
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

  /** Credentials go there, so never by less than the registry itself is asked. */
  private URI realm(String realm, String query) throws ChartUnavailableException {
    try {
      var address = URI.create(realm + query);
      if ("https".equals(address.getScheme()) || scheme.equals(address.getScheme())) {
        return address;
      }
    } catch (IllegalArgumentException e) {
      // Told below.
    }
    throw new ChartUnavailableException(
        registry + " asks for a token of a service that has no https address");
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
