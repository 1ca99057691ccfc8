package dev.catamaran.server;

import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/**
 * Identifies a server by its newest certificate. A handshake first chooses a name, and then asks
 * for the key and the chain of that name. Each certificate has its own name, so no handshake gets
 * parts of two certificates.
 */
final class SwappableKeys extends X509ExtendedKeyManager {
  private record Generation(int number, X509ExtendedKeyManager keys) {}

  private volatile Generation before;
  private volatile Generation now;

  SwappableKeys(ServerCertificate first) {
    this.now = generation(0, first);
    this.before = now;
  }

  /**
   * Switches to another certificate. New handshakes use it; running ones finish with the previous
   * certificate.
   */
  synchronized void swap(ServerCertificate next) {
    before = now;
    now = generation(now.number + 1, next);
  }

  /** Returns a context for a server that uses the newest certificate. */
  SSLContext context() {
    try {
      var context = SSLContext.getInstance("TLS");
      context.init(new KeyManager[] {this}, null, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK lacks TLS", e);
    }
  }

  private static Generation generation(int number, ServerCertificate certificate) {
    return new Generation(number, certificate.keyManager(String.valueOf(number)));
  }

  @Override
  public @Nullable String chooseEngineServerAlias(
      String keyType, Principal @Nullable [] issuers, SSLEngine engine) {
    return now.keys.chooseEngineServerAlias(keyType, issuers, engine);
  }

  @Override
  public @Nullable String chooseServerAlias(
      String keyType, Principal @Nullable [] issuers, Socket socket) {
    return now.keys.chooseServerAlias(keyType, issuers, socket);
  }

  @Override
  public String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
    return now.keys.getServerAliases(keyType, issuers);
  }

  @Override
  public X509Certificate @Nullable [] getCertificateChain(String alias) {
    var chain = now.keys.getCertificateChain(alias);
    return chain == null ? before.keys.getCertificateChain(alias) : chain;
  }

  @Override
  public @Nullable PrivateKey getPrivateKey(String alias) {
    var key = now.keys.getPrivateKey(alias);
    return key == null ? before.keys.getPrivateKey(alias) : key;
  }

  @Override
  public String @Nullable [] getClientAliases(String keyType, Principal @Nullable [] issuers) {
    return null;
  }

  @Override
  public @Nullable String chooseClientAlias(
      String[] keyType, Principal @Nullable [] issuers, Socket socket) {
    return null;
  }
}
