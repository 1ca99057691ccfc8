package dev.catamaran.supply;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.catamaran.chart.ChartUnavailableException;
import dev.catamaran.supply.Web.Answer;
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
  private static final Pattern LOCAL =
      Pattern.compile("(localhost|127\\.[0-9.]+|\\[::1])(:[0-9]+)?");
  private static final JsonMapper JSON = new JsonMapper();

  private final Web web;
  private final RegistryConfig config;
  private final String registry;
  private Optional<String> authorization = Optional.empty();

  RegistryAccess(Web web, RegistryConfig config, String registry) {
    this.web = web;
    this.config = config;
    this.registry = registry;
  }

  /** With plain HTTP if the registry is on this machine. */
  URI address(String path) {
    var scheme = LOCAL.matcher(registry).matches() ? "http" : "https";
    return URI.create(scheme + "://" + registry + path);
  }

  Answer get(URI address, String accept) throws ChartUnavailableException {
    var answer = web.get(address, accept, authorization);
    if (answer.status() != 401) {
      return answer;
    }
    authorization = answerTo(answer.header("WWW-Authenticate").orElse(""));
    return authorization.isEmpty() ? answer : web.get(address, accept, authorization);
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
    var answer = web.get(realm(parameters.getOrDefault("realm", ""), query), "", credentials);
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

  /** Credentials go there, so never over plain HTTP unless it is on this machine. */
  private URI realm(String realm, String query) throws ChartUnavailableException {
    try {
      var address = URI.create(realm + query);
      if ("https".equals(address.getScheme())
          || LOCAL.matcher(String.valueOf(address.getAuthority())).matches()) {
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
