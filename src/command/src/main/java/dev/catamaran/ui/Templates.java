package dev.catamaran.ui;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;

/** Makes HTML of the data of pages. The templates escape each text, by its place. Pure. */
final class Templates {
  private final TemplateEngine engine = TemplateEngine.createPrecompiled(ContentType.Html);

  /**
   * Returns the page.
   *
   * @param page has a template of its name in src/main/jte
   */
  String of(Object page) {
    var out = new StringOutput();
    engine.render(page.getClass().getSimpleName() + ".jte", page, out);
    return out.toString();
  }
}
