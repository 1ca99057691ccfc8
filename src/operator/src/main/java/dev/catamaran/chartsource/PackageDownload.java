package dev.catamaran.chartsource;

import dev.catamaran.chart.ChartUnavailableException;
import dev.catamaran.chartsource.Web.Size;
import java.net.URI;
import java.util.Optional;

/** Download of a package from an address that a person names, with the limits of a pull. */
public final class PackageDownload {
  private PackageDownload() {}

  /**
   * Returns the content of a package of at most 100 MiB. Sends no credentials.
   *
   * @param plainHttp whether http is allowed
   * @throws ChartUnavailableException if the address has no such package, or sends it too slowly
   */
  public static byte[] of(URI address, boolean plainHttp) throws ChartUnavailableException {
    try (var web = new Web(plainHttp)) {
      var answer = web.get(address, "", Optional.empty(), Size.PACKAGE);
      if (answer.status() != 200) {
        throw new ChartUnavailableException(
            "%s answers with status %d".formatted(Web.shown(address), answer.status()));
      }
      return answer.body();
    }
  }
}
