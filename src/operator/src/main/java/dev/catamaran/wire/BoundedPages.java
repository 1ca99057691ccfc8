package dev.catamaran.wire;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import okhttp3.Interceptor;
import okhttp3.Request;
import okhttp3.Response;
import okhttp3.ResponseBody;
import okio.Buffer;

/**
 * Asks again for fewer objects if a page of a listing is too large for the memory. A page has 500
 * objects, and an object up to 1.5 MiB. The answer says where to continue, whatever the number.
 */
final class BoundedPages implements Interceptor {
  private static final String LIMIT = "limit";
  private static final int FEWER = 8;
  private static final int CHUNK = 1 << 16;

  private final long most;

  /**
   * Bounds pages.
   *
   * @param most limit of {@link Cost}; a single object may have more
   */
  BoundedPages(long most) {
    this.most = most;
  }

  @Override
  public Response intercept(Chain chain) throws IOException {
    var request = chain.request();
    for (int limit = limitOf(request); limit > 1; limit = Math.max(1, limit / FEWER)) {
      var response = chain.proceed(with(limit, request));
      var page = new Buffer();
      if (!response.isSuccessful()) {
        return response;
      }
      try (var body = Objects.requireNonNull(response.body())) {
        if (fits(body.byteStream(), page)) {
          return response
              .newBuilder()
              .body(ResponseBody.create(page, body.contentType(), page.size()))
              .build();
        }
      }
    }
    return chain.proceed(limitOf(request) > 1 ? with(1, request) : request);
  }

  private static int limitOf(Request request) {
    var limit = request.url().queryParameter(LIMIT);
    boolean isWatch = "true".equals(request.url().queryParameter("watch"));
    return !isWatch && request.method().equals("GET") && limit != null && limit.matches("\\d{1,9}")
        ? Integer.parseInt(limit)
        : 0;
  }

  private static Request with(int limit, Request request) {
    var url = request.url().newBuilder().setQueryParameter(LIMIT, Integer.toString(limit)).build();
    return request.newBuilder().url(url).build();
  }

  private boolean fits(InputStream body, Buffer page) throws IOException {
    var chunk = new byte[CHUNK];
    long cost = 0;
    for (int read = body.read(chunk); read >= 0; read = body.read(chunk)) {
      cost += Cost.of(chunk, 0, read);
      if (cost > most) {
        return false;
      }
      page.write(chunk, 0, read);
    }
    return true;
  }
}
