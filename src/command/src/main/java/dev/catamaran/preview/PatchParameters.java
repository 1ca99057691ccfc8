package dev.catamaran.preview;

import static com.fasterxml.jackson.core.filter.TokenFilter.INCLUDE_ALL;

import com.fasterxml.jackson.core.filter.FilteringParserDelegate;
import com.fasterxml.jackson.core.filter.TokenFilter;
import com.fasterxml.jackson.core.filter.TokenFilter.Inclusion;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The part of an OpenAPI document that Helm reads: the kinds that can be patched, and the
 * parameters of a patch. Helm checks before each call whether the API server validates fields by
 * itself (Kubernetes, cli-runtime, resource/query_param_verifier_v3.go). It parses whole documents
 * for that, of more than a megabyte, which takes longer than all other work of a preview.
 */
final class PatchParameters {
  private static final JsonMapper JSON = new JsonMapper();

  private static final TokenFilter PATCH =
      new Fields(
          Map.of("parameters", INCLUDE_ALL, "x-kubernetes-group-version-kind", INCLUDE_ALL), null);
  private static final TokenFilter PATH = new Fields(Map.of("patch", PATCH), null);
  private static final TokenFilter DOCUMENT =
      new Fields(
          Map.of("openapi", INCLUDE_ALL, "info", INCLUDE_ALL, "paths", new Fields(Map.of(), PATH)),
          null);

  private PatchParameters() {}

  /**
   * Keeps this part of a document of {@code /openapi/v3}.
   *
   * @throws IOException if it is not JSON
   */
  static byte[] of(byte[] document) throws IOException {
    var out = new ByteArrayOutputStream();
    try (var whole = JSON.createParser(document);
        var part =
            new FilteringParserDelegate(whole, DOCUMENT, Inclusion.INCLUDE_ALL_AND_PATH, true);
        var copy = JSON.createGenerator(out)) {
      part.nextToken();
      copy.copyCurrentStructure(part);
    }
    return out.toByteArray();
  }

  /** Includes these fields of an object; and others by {@code rest}, if there is one. */
  private static final class Fields extends TokenFilter {
    private final Map<String, TokenFilter> named;
    private final @Nullable TokenFilter rest;

    Fields(Map<String, TokenFilter> named, @Nullable TokenFilter rest) {
      this.named = named;
      this.rest = rest;
    }

    @Override
    public @Nullable TokenFilter includeProperty(String name) {
      return named.getOrDefault(name, rest);
    }

    /** Helm needs the field "paths", also of a group without a kind that can be patched. */
    @Override
    public boolean includeEmptyObject(boolean contentsFiltered) {
      return true;
    }
  }
}
