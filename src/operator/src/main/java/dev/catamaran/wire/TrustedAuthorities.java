package dev.catamaran.wire;

import dev.catamaran.temporary.TemporaryFiles;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import org.jspecify.annotations.Nullable;

/**
 * The certificate authorities that a client trusts. The client library adds the authority of the
 * kubeconfig to the public ones of Java. kubectl and Helm trust the public ones only if the
 * kubeconfig names no authority (client-go, {@code rest.TLSClientConfig}).
 */
public final class TrustedAuthorities {
  /** Protects nothing: the key store is empty. */
  private static final String PASSWORD = "changeit";

  private static @Nullable Path emptyKeyStore;

  private TrustedAuthorities() {}

  /**
   * Returns the configuration with the authority of the kubeconfig alone, if it names one. A given
   * key store of trusted authorities, or the wish to verify no certificate, stays as it is.
   *
   * @throws UncheckedIOException if the temporary folder cannot be written
   */
  public static Config asKubectl(Config config) {
    if (!namesAuthority(config) || config.isTrustCerts() || config.getTrustStoreFile() != null) {
      return config;
    }
    return new ConfigBuilder(config)
        .withTrustStoreFile(emptyKeyStore().toString())
        .withTrustStorePassphrase(PASSWORD)
        .build();
  }

  private static boolean namesAuthority(Config config) {
    return isGiven(config.getCaCertData()) || isGiven(config.getCaCertFile());
  }

  private static boolean isGiven(String value) {
    return value != null && !value.isEmpty();
  }

  /** A file, since the client library takes public authorities in place of no file. */
  private static synchronized Path emptyKeyStore() {
    if (emptyKeyStore == null || Files.notExists(emptyKeyStore)) {
      emptyKeyStore = newKeyStore();
    }
    return emptyKeyStore;
  }

  private static Path newKeyStore() {
    try {
      var store = KeyStore.getInstance(type());
      store.load(null, null);
      var file = TemporaryFiles.lastingFile("empty-", ".truststore");
      try (var out = Files.newOutputStream(file)) {
        store.store(out, PASSWORD.toCharArray());
      }
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write an empty key store", e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Java has no key store of type " + type(), e);
    }
  }

  /** The type that the client library expects. */
  private static String type() {
    return System.getProperty("javax.net.ssl.trustStoreType", KeyStore.getDefaultType());
  }
}
