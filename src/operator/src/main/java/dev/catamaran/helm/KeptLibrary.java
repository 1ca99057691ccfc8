package dev.catamaran.helm;

import com.marcnuri.helm.jni.HelmLib;
import com.marcnuri.helm.jni.NativeLibrary;
import com.sun.jna.Native;
import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Collections;
import java.util.Enumeration;
import java.util.Objects;
import java.util.ServiceLoader;

/**
 * Helm's native library as a file in the user's cache folder. helm-java unpacks its 98 MB at each
 * start, which takes 0.6 s of CPU; this takes it once, and processes share the memory of the file.
 * Where the file cannot be kept, helm-java unpacks as before. Linux only.
 *
 * <p>helm-java looks for its library by {@link ServiceLoader} and the class loader of the thread
 * ({@code com.marcnuri.helm.jni.NativeLibrary}), so {@link #preferred} makes it find this one.
 */
public final class KeptLibrary implements NativeLibrary {
  private static final String SERVICE = "META-INF/services/" + NativeLibrary.class.getName();

  /** Owned by the user of this process. */
  private static final Path OURS = Path.of("/proc/self");

  private static final String OWNER = "unix:uid";
  private static final String MODE = "rwx------";

  private final NativeLibrary packaged;
  private final Path folder;

  /** Keeps the library of the class path below the home folder. */
  public KeptLibrary() {
    this(
        ServiceLoader.load(NativeLibrary.class, KeptLibrary.class.getClassLoader())
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalStateException(
                        "no native library of Helm for this system is on the class path")),
        Path.of(System.getProperty("user.home"), ".cache", "catamaran", "helm"));
  }

  KeptLibrary(NativeLibrary packaged, Path folder) {
    this.packaged = packaged;
    this.folder = folder;
  }

  /** Returns a class loader with which helm-java finds this library first. */
  static ClassLoader preferred() {
    return new ClassLoader(KeptLibrary.class.getClassLoader()) {
      @Override
      public Enumeration<URL> getResources(String name) throws IOException {
        return name.equals(SERVICE)
            ? Collections.enumeration(
                Collections.singleton(KeptLibrary.class.getResource("native-library")))
            : super.getResources(name);
      }
    };
  }

  @Override
  public String getBinaryName() {
    return packaged.getBinaryName();
  }

  @Override
  public HelmLib load() {
    try {
      var library = Native.load(file().toString(), HelmLib.class);
      // As helm-java does.
      Runtime.getRuntime().addShutdownHook(new Thread(library::RepoServerStopAll));
      return library;
    } catch (IOException | UnsupportedOperationException | UnsatisfiedLinkError e) {
      return packaged.load();
    }
  }

  /**
   * Returns the kept file; unpacks it first if it is missing or damaged.
   *
   * @throws IOException if no file can be kept, or another user could change it
   */
  Path file() throws IOException {
    var resource =
        Objects.requireNonNull(packaged.getClass().getResource("/" + getBinaryName()))
            .openConnection();
    if (!(resource instanceof JarURLConnection jar)) {
      throw new IOException("the library has no checksum outside of a jar");
    }
    var entry = jar.getJarEntry();
    makeFolder();
    var file = folder.resolve("%08x-%s".formatted(entry.getCrc(), getBinaryName()));
    if (!Files.isRegularFile(file) || Files.size(file) != entry.getSize()) {
      var part = Files.createTempFile(folder, "part-", "");
      try (var stream = jar.getInputStream()) {
        Files.copy(stream, part, StandardCopyOption.REPLACE_EXISTING);
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        Files.deleteIfExists(part);
      }
    }
    return file;
  }

  /** The process executes what is in the folder, so only its own user may write there. */
  private void makeFolder() throws IOException {
    if (!folder.isAbsolute()) {
      throw new IOException("the user has no home folder");
    }
    if (!Files.isDirectory(folder)) {
      Files.createDirectories(
          folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(MODE)));
    }
    var mode = PosixFilePermissions.toString(Files.getPosixFilePermissions(folder));
    if (!Objects.equals(Files.getAttribute(folder, OWNER), Files.getAttribute(OURS, OWNER))
        || !mode.equals(MODE)) {
      throw new IOException(folder + " belongs to another user");
    }
  }
}
