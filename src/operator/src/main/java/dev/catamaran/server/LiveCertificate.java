package dev.catamaran.server;

import dev.catamaran.api.ManagerException;
import dev.catamaran.chartsource.FollowedFiles;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Instant;
import javax.net.ssl.SSLContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The certificate in a folder, followed for changes. After a renewal, new connections use the new
 * certificate. A broken pair is logged, and the previous certificate stays in use.
 */
final class LiveCertificate implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(LiveCertificate.class);

  private final Path folder;
  private final String flag;
  private final FollowedFiles files = new FollowedFiles();
  private volatile ServerCertificate current;
  private volatile KeyStore keys;

  /**
   * Reads the folder and follows it.
   *
   * @param folder with tls.crt and tls.key
   * @param flag command-line flag that names the folder
   * @throws ManagerException if the folder has no certificate with its key
   */
  LiveCertificate(Path folder, String flag) {
    this.folder = folder;
    this.flag = flag;
    // Follow before the read: a change in between is read twice, but not missed.
    var unused = files.follow(folder, this::reload);
    this.current = read();
    this.keys = current.keyStore();
  }

  /** Returns a context for servers. Its certificate changes with the files. */
  SSLContext context() {
    return ServerCertificate.context(() -> keys);
  }

  /** Whether clients accept the certificate at {@code now}. */
  boolean isValid(Instant now) {
    return now.isBefore(current.end());
  }

  @Override
  public void close() {
    files.close();
  }

  private ServerCertificate read() {
    try {
      return ServerCertificate.read(folder, flag);
    } catch (ManagerException e) {
      files.close();
      throw e;
    }
  }

  private void reload() {
    try {
      current = ServerCertificate.read(folder, flag);
      keys = current.keyStore();
      log.info("The certificate in {} has changed and is in use, until {}", folder, current.end());
    } catch (ManagerException e) {
      log.error(
          "{}. The previous certificate stays in use until {}", e.getMessage(), current.end());
    }
  }
}
