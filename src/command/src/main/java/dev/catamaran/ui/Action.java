package dev.catamaran.ui;

import dev.catamaran.api.ManagerException;
import dev.catamaran.inspect.ChangedException;
import java.util.List;

/** An action that a person can take: shown first, then done by the code of a command. */
interface Action {
  /**
   * Returns the page that says what it would do at present. Changes nothing.
   *
   * @param notes sentences above it
   * @throws ManagerException if its object does not exist
   */
  ConfirmPage page(List<String> notes);

  /**
   * Does it; returns sentences about the result.
   *
   * @param seen the state that the page was made for
   * @throws ChangedException if that is not the present one
   * @throws ManagerException if the command would refuse it
   */
  List<String> act(String seen);

  /** Returns the path of the page that shows the result. */
  String resultPath();
}
