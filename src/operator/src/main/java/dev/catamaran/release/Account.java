package dev.catamaran.release;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Account with which a release is made, changed and uninstalled. */
public sealed interface Account {
  /** Returns the administrator's way to give it the rights for releases of a kind, for messages. */
  String remedy(String kind);

  /** The operator's own account. */
  record OfOperator() implements Account {
    @Override
    public String remedy(String kind) {
      return "run `make manifests deploy` in the operator's project";
    }

    @Override
    public String toString() {
      return "the operator's account";
    }
  }

  /** A service account that the operator impersonates. */
  record ServiceAccount(String namespace, String name) implements Account {
    private static final Pattern USER = Pattern.compile("system:serviceaccount:([^:]+):([^:]+)");

    /** Returns whose token of the API server this is; empty for any other token. */
    public static Optional<ServiceAccount> ofToken(@Nullable String token) {
      var parts = token == null ? new String[0] : token.split("[.]", -1);
      if (parts.length != 3) {
        return Optional.empty();
      }
      try {
        var claims = new ObjectMapper().readTree(Base64.getUrlDecoder().decode(parts[1]));
        var user = USER.matcher(claims.path("sub").asText());
        return user.matches()
            ? Optional.of(new ServiceAccount(user.group(1), user.group(2)))
            : Optional.empty();
      } catch (IOException | IllegalArgumentException e) {
        // The token of another issuer.
        return Optional.empty();
      }
    }

    /**
     * Returns the API server's name for it (k8s.io/apiserver, pkg/authentication/serviceaccount).
     */
    public String user() {
      return "system:serviceaccount:" + namespace + ":" + name;
    }

    @Override
    public String remedy(String kind) {
      return "run `catamaran generate tenant %1$s --kind %2$s --account %3$s | kubectl apply -f -` in the operator's project, and for another namespace than %1$s bind its ClusterRole there, too"
          .formatted(namespace, kind, name);
    }

    @Override
    public String toString() {
      return "service account " + namespace + "/" + name;
    }
  }
}
