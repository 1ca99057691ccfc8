package dev.catamaran.watch;

import dev.catamaran.chart.PullRules;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Reads the field {@code chartPull}.
 *
 * @param folder base of relative paths
 */
record PullRulesReader(Fields fields, Path folder) {
  private static final String PLAIN_HTTP = "plainHttp";
  private static final String KEYRING = "keyring";

  PullRules read() {
    return fields
        .mapping(ChartReader.PULL, List.of(PLAIN_HTTP, KEYRING))
        .map(
            pull ->
                new PullRules(
                    pull.bool(PLAIN_HTTP).orElse(PullRules.ORDINARY.plainHttp()), keyring(pull)))
        .orElse(PullRules.ORDINARY);
  }

  private Optional<Path> keyring(Fields pull) {
    var keyring = pull.text(KEYRING).map(text -> folder.resolve(text).normalize());
    if (keyring.isPresent() && !Files.isReadable(keyring.get())) {
      pull.problem(
          KEYRING,
          "keyring " + keyring.get() + " cannot be read",
          "name a file with the signers' public keys, as gpg --export writes it");
    }
    return keyring;
  }
}
