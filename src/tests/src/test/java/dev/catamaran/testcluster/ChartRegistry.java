package dev.catamaran.testcluster;

import com.marcnuri.helm.Helm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** A real container registry on this machine, without authentication. */
public final class ChartRegistry implements AutoCloseable {
  private static final Pattern PORT = Pattern.compile("serving on port ([0-9]+)");

  private final Process process;
  private final String host;

  private ChartRegistry(Process process, String host) {
    this.process = process;
    this.host = host;
  }

  /** Starts an empty registry. The registry chooses its port. */
  public static ChartRegistry start() {
    try {
      var process =
          new ProcessBuilder(FromSource.binary("registry"), "--port=0")
              .redirectErrorStream(true)
              .start();
      // The end of the process closes it.
      var log =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
      var port = PORT.matcher(String.valueOf(log.readLine()));
      if (!port.find()) {
        throw new IllegalStateException("the registry did not start");
      }
      Thread.ofVirtual().start(() -> log.lines().forEach(line -> {}));
      return new ChartRegistry(process, "localhost:" + port.group(1));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Its host and port. */
  public String host() {
    return host;
  }

  /** Pushes a package as {@code helm push} does, to {@code oci://HOST/charts/NAME}. */
  public void push(Path archive) {
    Helm.push()
        .withChart(archive)
        .withRemote(URI.create("oci://" + host + "/charts"))
        .plainHttp()
        .call();
  }

  @Override
  public void close() {
    process.destroy();
  }
}
