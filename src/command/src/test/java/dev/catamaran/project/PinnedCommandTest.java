package dev.catamaran.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.SimpleFileServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script catamaranw of a new project, with releases from a server of this machine. */
class PinnedCommandTest {
  @TempDir Path folder;
  private HttpServer server;

  /** What a run printed, both streams. */
  private record Ran(int code, String text) {}

  @BeforeEach
  void publish() throws IOException, InterruptedException {
    write("releases/v1.2.3/README", "");
    server =
        SimpleFileServer.createFileServer(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            folder.resolve("releases"),
            SimpleFileServer.OutputLevel.NONE);
    server.start();
    release("downloaded");
    script("1.2.3");
  }

  @AfterEach
  void end() {
    server.stop(0);
  }

  @Test
  void downloadsTheVersionOnceAndKeepsItsChecksum() throws Exception {
    assertRun(0, "downloading catamaran 1.2.3\ndownloaded status Memcached", "status", "Memcached");
    assertTrue(Files.readString(folder.resolve("catamaranw.sha256")).contains("catamaran-1.2.3-"));
    assertRun(0, "downloaded version", "version");
    assertEquals(new Ran(0, ""), execute("rm", "-r", "cache"));
    release("replaced");
    assertRun(1, "is not the file that catamaranw.sha256 names", "version");
    // So a project is upgraded.
    script("1.2.2");
    release("downloaded");
    Files.delete(folder.resolve("catamaranw.sha256"));
    assertEquals(
        new Ran(0, "downloading catamaran 1.2.3\ndownloaded upgrade"),
        execute("sh", "-c", "CATAMARAN_VERSION=1.2.3 sh ./catamaranw upgrade"));
  }

  @Test
  void usesTheCommandOnThePathIfItHasTheVersion() throws Exception {
    onPath("catamaran 1.2.3");
    assertRun(0, "catamaran 1.2.3", "version");
    assertTrue(Files.notExists(folder.resolve("catamaranw.sha256")));
    onPath("catamaran 1.2.4");
    assertRun(0, "downloading catamaran 1.2.3\ndownloaded version", "version");
  }

  @Test
  void saysWhatIsMissing() throws Exception {
    script("1.2.3-SNAPSHOT");
    assertRun(1, "error: catamaran 1.2.3-SNAPSHOT is not published\n  run `make build`", "version");
    script("1.2.4");
    assertRun(1, "error: cannot download http://", "version");
    write("PROJECT", "domain: my.domain\n");
    assertRun(1, "PROJECT has no cliVersion\n  run `catamaran update project`", "version");
  }

  private void assertRun(int code, String part, String... arguments) throws Exception {
    var ran = run(arguments);
    assertEquals(code, ran.code(), ran::text);
    assertTrue(code == 0 ? ran.text().equals(part) : ran.text().contains(part), ran::text);
  }

  private void script(String version) throws IOException {
    write("catamaranw", Template.fill("init/catamaranw", Map.of()));
    write("PROJECT", "cliVersion: " + version + "\ndomain: my.domain\n");
  }

  /** Makes the archives of version 1.2.3 whose command prints a text and its arguments. */
  private void release(String text) throws IOException, InterruptedException {
    write("made/bin/catamaran", "#!/bin/sh\necho " + text + " \"$@\"\n");
    var made =
        """
        set -e
        chmod +x made/bin/catamaran
        for platform in linux-amd64 linux-arm64 darwin-amd64 darwin-arm64; do
          mv made catamaran-1.2.3-$platform
          tar -czf releases/v1.2.3/catamaran-1.2.3-$platform.tar.gz catamaran-1.2.3-$platform
          mv catamaran-1.2.3-$platform made
        done
        cd releases/v1.2.3
        if command -v sha256sum >/dev/null; then sha256sum *.gz; else shasum -a 256 *.gz; fi >SHA256SUMS
        """;
    assertEquals(new Ran(0, ""), execute("sh", "-c", made));
  }

  private void onPath(String version) throws IOException {
    write("bin/catamaran", "#!/bin/sh\necho " + version + "\n");
    assertTrue(folder.resolve("bin/catamaran").toFile().setExecutable(true));
  }

  private Ran run(String... arguments) throws IOException, InterruptedException {
    var command = new ArrayList<>(List.of("sh", "./catamaranw"));
    command.addAll(List.of(arguments));
    return execute(command.toArray(String[]::new));
  }

  private Ran execute(String... command) throws IOException, InterruptedException {
    var builder = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
    var environment = builder.environment();
    environment.put("XDG_CACHE_HOME", folder.resolve("cache").toString());
    environment.put("CATAMARAN_RELEASES", "http://127.0.0.1:" + server.getAddress().getPort());
    environment.merge("PATH", folder.resolve("bin").toString(), (old, bin) -> bin + ":" + old);
    var process = builder.start();
    process.getOutputStream().close();
    var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(process.waitFor(1, TimeUnit.MINUTES), text);
    return new Ran(process.exitValue(), text.strip());
  }

  private void write(String path, String text) throws IOException {
    var file = folder.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING);
  }
}
