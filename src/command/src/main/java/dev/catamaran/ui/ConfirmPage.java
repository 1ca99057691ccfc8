package dev.catamaran.ui;

import java.util.List;
import java.util.Optional;

/**
 * What an action will do, with a form that does it.
 *
 * @param effects sentences
 * @param server the API server
 * @param command the same for a terminal
 * @param more links to what helps to decide
 * @param title of the differences; empty for none
 * @param form empty if the action is not possible at present
 * @param back path of the page that the person comes from
 */
public record ConfirmPage(
    Frame frame,
    List<String> effects,
    String server,
    String command,
    List<Frame.Link> more,
    String title,
    List<ChangesPage.Part> parts,
    Optional<Form> form,
    String back) {
  /** The name of the field with the state that the page was made for. */
  static final String SEEN = "seen";

  /** Copies the lists. */
  public ConfirmPage {
    effects = List.copyOf(effects);
    more = List.copyOf(more);
    parts = List.copyOf(parts);
  }

  /**
   * A form with one button.
   *
   * @param path where it is sent
   * @param secret shows that a page of this server has sent it
   * @param seen the state that the page was made for
   */
  public record Form(String path, String secret, String seen, String button) {
    /** Returns the name of the field of {@link #secret}. */
    public String secretName() {
      return Guard.FIELD;
    }

    /** Returns the name of the field of {@link #seen}. */
    public String seenName() {
      return SEEN;
    }

    /** Omits the secret. */
    @Override
    public String toString() {
      return button;
    }
  }
}
