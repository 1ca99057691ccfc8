package dev.catamaran.watch;

import dev.catamaran.release.RemediationPolicy;
import dev.catamaran.release.RemediationPolicy.InstallRemedy;
import dev.catamaran.release.RemediationPolicy.UpgradeRemedy;
import java.util.List;

/** Reads the field {@code remediation}. */
record RemediationReader(Fields fields) {
  private static final String FIELD = "remediation";
  private static final List<String> NAMES = List.of("install", "upgrade", "retries");

  RemediationPolicy read() {
    var ordinary = RemediationPolicy.DEFAULT;
    return fields
        .mapping(FIELD, NAMES)
        .map(
            found ->
                new RemediationPolicy(
                    found
                        .word("install", List.of(InstallRemedy.values()))
                        .orElse(ordinary.install()),
                    found
                        .word("upgrade", List.of(UpgradeRemedy.values()))
                        .orElse(ordinary.upgrade()),
                    found.integer("retries", -1).orElse(ordinary.retries())))
        .orElse(ordinary);
  }
}
