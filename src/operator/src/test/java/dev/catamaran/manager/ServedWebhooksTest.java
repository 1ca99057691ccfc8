package dev.catamaran.manager;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.api.ManagerException;
import dev.catamaran.fixture.BackupAdmission;
import dev.catamaran.fixture.BackupReconciler;
import dev.catamaran.kit.Webhook;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServedWebhooksTest {
  private static final GroupVersionKind BACKUP =
      GroupVersionKind.parse("cache.my.domain/v1", "MemcachedBackup");
  private static final GroupVersionKind MEMCACHED =
      GroupVersionKind.parse("cache.my.domain/v1alpha1", "Memcached");
  private static final Webhook ADMISSION = new BackupAdmission();

  @Test
  void needACertificateUnlessTheyAreSwitchedOff() {
    assertEquals(
        "webhooks are declared for MemcachedBackup, but there is no certificate to serve them with: name a directory with tls.crt and tls.key by --webhook-cert-path, or serve none with --webhook-bind-address=0",
        problem(backup().webhook(BACKUP, ADMISSION)));
    assertTrue(backup().webhook(BACKUP, ADMISSION).webhookAddress("0").build() != null);
    assertTrue(
        backup().webhook(BACKUP, ADMISSION).webhookCertificates(Path.of("later")).build() != null);
  }

  @Test
  void needAWatchedKind() {
    assertTrue(
        problem(backup().webhook(MEMCACHED, ADMISSION))
            .endsWith(
                "the program has a webhook for it, but it is not watched; correct the kind, or add it with chart or reconciler"));
  }

  @Test
  void areReadFromTheFileWithLineNumbers(@TempDir Path folder) throws Exception {
    var file = folder.resolve("watches.yaml");
    Files.writeString(
        file,
        """
        - group: cache.my.domain
          version: v1
          kind: MemcachedBackup
          reconciler: dev.catamaran.fixture.BackupReconciler
          webhooks:
          - dev.catamaran.fixture.BackupAdmission
          - com.example.Gone
          - x..y
        """);
    var prefix = "  %s:%d watches[0] %s: ";
    assertEquals(
        "%s has 2 problems:\n".formatted(file)
            + prefix.formatted(file, 7, BACKUP)
            + "class com.example.Gone is not on the class path; add its jar, or correct the name\n"
            + prefix.formatted(file, 8, BACKUP)
            + "webhooks: \"x..y\" is not a Java class name; use e.g. com.example.MemcachedAdmission",
        problem(Manager.builder().watches(file)));
  }

  private static ManagerBuilder backup() {
    return Manager.builder().reconciler(BACKUP, new BackupReconciler());
  }

  private static String problem(ManagerBuilder builder) {
    return String.valueOf(assertThrows(ManagerException.class, builder::build).getMessage());
  }
}
