package dev.catamaran.chart;

import dev.catamaran.temporary.TemporaryFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;

/** Folders with sources of installations: no other user may write there. */
public final class PrivateFolder {
  private static final String ALONE = "rwx------";

  private PrivateFolder() {}

  /**
   * Creates the folder and its parents, with access for this user only. Removes the access of
   * others to an existing folder. Accepts a volume unchanged, because it belongs to root.
   *
   * @throws IOException if the folder cannot be created, or belongs to another user
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
          "%s belongs to %s; give another directory, or remove it"
              .formatted(folder, view.readAttributes().owner().getName()));
    }
  }

  /**
   * Returns whether this process's user owns the folder. The owner of a new file is the reliable
   * source for that user.
   */
  private static boolean isOurs(Path folder) throws IOException {
    var probe = TemporaryFiles.folder("owner-");
    try {
      return Files.getOwner(probe).equals(Files.getOwner(folder));
    } finally {
      Files.delete(probe);
    }
  }
}
