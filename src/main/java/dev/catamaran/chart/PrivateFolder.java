package dev.catamaran.chart;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;

/** Folders that what is installed is taken from: nobody else is to write there. */
public final class PrivateFolder {
  private static final String ALONE = "rwx------";

  private PrivateFolder() {}

  /**
   * Makes the folder, with those above it, for this user alone. One that is there is closed to
   * others; a volume, which belongs to root, is taken as it is.
   *
   * @throws IOException if it cannot be made, or belongs to somebody else
   */
  public static void make(Path folder) throws IOException {
    Files.createDirectories(folder);
    var view = Files.getFileAttributeView(folder, PosixFileAttributeView.class);
    if (view == null) {
      return;
    }
    if (isOurs(folder)) {
      view.setPermissions(PosixFilePermissions.fromString(ALONE));
    } else if (!Files.getAttribute(folder, "unix:uid").equals(0)) {
      throw new IOException(
          "%s belongs to %s; give another folder, or remove it"
              .formatted(folder, view.readAttributes().owner().getName()));
    }
  }

  /** A process knows its user best by what it makes. */
  private static boolean isOurs(Path folder) throws IOException {
    var probe = Files.createTempDirectory("catamaran-owner-");
    try {
      return Files.getOwner(probe).equals(Files.getOwner(folder));
    } finally {
      Files.delete(probe);
    }
  }
}
