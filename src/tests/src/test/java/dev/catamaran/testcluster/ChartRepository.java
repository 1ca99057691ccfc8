package dev.catamaran.testcluster;

import com.marcnuri.helm.Helm;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.SimpleFileServer;
import com.sun.net.httpserver.SimpleFileServer.OutputLevel;
import dev.catamaran.fixture.FreePort;
import dev.catamaran.fixture.TestChart;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** A chart repository: a folder with an index.yaml, and a web server that tests can stop. */
public final class ChartRepository implements AutoCloseable {
  private final Path folder;
  private final InetSocketAddress address;
  private @Nullable HttpServer server;

  private ChartRepository(Path folder, InetSocketAddress address) {
    this.folder = folder;
    this.address = address;
  }

  /** Creates an empty repository. The server does not run yet. */
  public static ChartRepository create() {
    try {
      var folder = Files.createTempDirectory("repository-").toRealPath();
      Files.writeString(folder.resolve("index.yaml"), "apiVersion: v1\nentries:\n");
      return new ChartRepository(
          folder, new InetSocketAddress(InetAddress.getLoopbackAddress(), FreePort.find()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Packages a chart as {@code helm package} does. */
  public static Path packaged(TestChart chart, String version) {
    try {
      var yaml = chart.path().resolve("Chart.yaml");
      var text = Files.readString(yaml).replaceAll("(?m)^version: .*", "version: " + version);
      Files.writeString(yaml, text);
      var to = Files.createTempDirectory("packages-");
      new Helm(chart.path()).packageIt().withDestination(to).call();
      return to.resolve(chart.path().getFileName() + "-" + version + ".tgz");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Has it serve one version more of a chart, the only one that it has. */
  public ChartRepository add(String chart, String version, Path archive) {
    try {
      var name = String.valueOf(archive.getFileName());
      var content = Files.readAllBytes(archive);
      Files.write(folder.resolve(name), content);
      var index = folder.resolve("index.yaml");
      var head = Files.readString(index);
      Files.writeString(
          index,
          (head.contains("  " + chart + ":") ? head : head + "  " + chart + ":\n")
              + "  - {name: %s, version: %s, digest: %s, urls: [%s]}\n"
                  .formatted(chart, version, sha256(content), name));
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts the server. */
  public ChartRepository serve() {
    server = SimpleFileServer.createFileServer(address, folder, OutputLevel.NONE);
    server.start();
    return this;
  }

  /** Its address, also when the server does not run. */
  public String url() {
    return "http://localhost:" + address.getPort();
  }

  /** Its files. */
  public Path folder() {
    return folder;
  }

  @Override
  public void close() {
    if (server != null) {
      server.stop(0);
    }
  }

  private static String sha256(byte[] content) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
