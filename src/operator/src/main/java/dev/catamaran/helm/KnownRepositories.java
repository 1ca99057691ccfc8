package dev.catamaran.helm;

import com.marcnuri.helm.Helm;
import com.marcnuri.helm.Repository;
import java.net.URI;
import java.util.Optional;

/** The chart repositories that {@code helm repo add} has added for this user. */
public final class KnownRepositories {
  private KnownRepositories() {}

  /** Returns the address of a repository. */
  public static Optional<URI> address(String name) {
    EngineTraps.closeForCommand();
    return Helm.repo().list().call().stream()
        .filter(repository -> repository.getName().equals(name))
        .map(Repository::getUrl)
        .findFirst();
  }
}
