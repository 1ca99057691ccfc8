package dev.catamaran.chart;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.junit.jupiter.api.Test;

class ChartArchiveTest {

  @Test
  void omitsTheTopFolder() throws Exception {
    var files =
        ChartArchive.unpack(
            ChartFixture.archive(
                Map.of("m/Chart.yaml", new byte[] {1}, "m/./templates/a.yaml", new byte[] {2})));
    assertEquals(Set.of("Chart.yaml", "templates/a.yaml"), files.contents().keySet());
    assertArrayEquals(new byte[] {2}, files.bytes("templates/a.yaml").orElseThrow());
  }

  @Test
  void refusesEntriesThatLeaveTheChartLinksAndDevices() throws IOException {
    for (var name :
        "/etc/passwd ../m/Chart.yaml m/../../x m/a/../../../x m\\..\\..\\x Chart.yaml m/c:/x"
            .split(" ")) {
      assertEquals(
          "unsafe entry " + name, refusal(ChartFixture.archive(Map.of(name, new byte[0]))));
    }
    for (byte type :
        new byte[] {
          TarConstants.LF_SYMLINK, TarConstants.LF_LINK, TarConstants.LF_CHR, TarConstants.LF_FIFO
        }) {
      assertEquals("unsafe entry m/x", refusal(ChartFixture.archiveOf("m/x", type)));
    }
  }

  @Test
  void refusesAFileThatIsTooLarge() throws IOException {
    var large = new byte[(int) ChartArchive.FILE_LIMIT + 1];
    assertEquals(
        "m/x unpacks to more than 5 MiB", refusal(ChartFixture.archive(Map.of("m/x", large))));
  }

  @Test
  void refusesTooManyLargeFiles() throws IOException {
    var entries = new LinkedHashMap<String, byte[]>();
    for (int i = 0; i < 21; i++) {
      entries.put("m/" + i, new byte[(int) ChartArchive.FILE_LIMIT]);
    }
    assertEquals("unpacks to more than 100 MiB", refusal(ChartFixture.archive(entries)));
  }

  @Test
  void refusesAnArchiveWithoutFiles() throws IOException {
    assertEquals(
        "the archive holds no files", refusal(ChartFixture.archiveOf("m/", TarConstants.LF_DIR)));
  }

  @Test
  void reportsThePositionOfCorruptData() throws IOException {
    assertEquals(
        "corrupt archive: byte 0 of the unpacked data: Not in GZIP format",
        refusal(ChartFixture.bytes("no archive at all")));
    var noise = new byte[20_000];
    new Random(1).nextBytes(noise);
    var archive = ChartFixture.archive(Map.of("m/Chart.yaml", noise));
    var cut = refusal(Arrays.copyOf(archive, 10_000));
    assertTrue(
        cut.matches("corrupt archive: byte [1-9][0-9]+ of the unpacked data: it ends too early"),
        cut);
  }

  private static String refusal(byte[] archive) {
    return assertThrows(ChartArchive.RefusedException.class, () -> ChartArchive.unpack(archive))
        .problem()
        .problem();
  }
}
