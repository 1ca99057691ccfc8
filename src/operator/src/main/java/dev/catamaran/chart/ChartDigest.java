package dev.catamaran.chart;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * SHA-256 over the paths and contents of all of a chart's files, in the order of the paths. A
 * length precedes each part, so that no two charts produce the same input. Ignores times, owners,
 * modes and .helmignore: an unnecessary change of the digest costs one upgrade, a missing change
 * would miss one.
 */
final class ChartDigest {

  private ChartDigest() {}

  static String of(ChartFiles files) {
    var digest = DigestUtils.getSha256Digest();
    files
        .contents()
        .forEach(
            (path, content) -> {
              for (var part :
                  new byte[][] {path.getBytes(StandardCharsets.UTF_8), ChartFiles.read(content)}) {
                digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(part.length).flip());
                digest.update(part);
              }
            });
    return HexFormat.of().formatHex(digest.digest());
  }
}
