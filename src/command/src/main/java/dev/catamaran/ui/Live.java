package dev.catamaran.ui;

/**
 * A page that loads itself again and again, if the person chooses so: off by default, and stopped
 * by a link, as WCAG 2.2.1 and 2.2.2 ask. Pure.
 *
 * @param other path of the same page without it, or with it
 */
record Live(boolean isOn, String other) {
  /** In seconds. Each time, a screen reader begins the page again. */
  private static final int PERIOD = 10;

  private static final String PARAMETER = "live";
  private static final String ON = "on";

  static Live of(Request request) {
    boolean isOn = request.parameter(PARAMETER).equals(ON);
    return new Live(isOn, request.link(PARAMETER, isOn ? "" : ON));
  }

  Frame.Link link() {
    return new Frame.Link(
        isOn ? "Stop updating this page" : "Update this page every %d seconds".formatted(PERIOD),
        other);
  }

  Answer refresh(Answer page) {
    return isOn ? page.with("Refresh", String.valueOf(PERIOD)) : page;
  }
}
