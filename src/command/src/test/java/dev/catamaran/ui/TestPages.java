package dev.catamaran.ui;

import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.catamaran.inspect.Condition;
import dev.catamaran.inspect.DescendantRow;
import dev.catamaran.inspect.FoundRollout;
import dev.catamaran.inspect.FoundRollouts;
import dev.catamaran.inspect.HistoryRow;
import dev.catamaran.inspect.ObjectEvent;
import dev.catamaran.inspect.PrimaryKind;
import dev.catamaran.inspect.PrimaryReport;
import dev.catamaran.inspect.PrimaryRow;
import dev.catamaran.inspect.ReleaseRow;
import dev.catamaran.inspect.ReleaseValuesReport;
import dev.catamaran.inspect.SpecWriter;
import dev.catamaran.inspect.StoredVersion;
import dev.catamaran.inspect.ValueLeaf;
import dev.catamaran.preview.FieldChange;
import dev.catamaran.preview.HookRun;
import dev.catamaran.preview.ObjectChange;
import dev.catamaran.preview.ReleasePreview;
import dev.catamaran.preview.RevisionChanges;
import dev.catamaran.ui.Frame.Place;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** All pages with one text in each place that a tenant, a chart or a cluster fills. */
final class TestPages {
  static final PrimaryKind WIDGET =
      new PrimaryKind(
          "test.dev/v1", "Widget", "widgets", List.of("widget"), true, false, Optional.empty());

  private final String text;
  private final ReleaseLink link;
  private final Frame frame;

  TestPages(String text) {
    this.text = text;
    this.link = new ReleaseLink("widget.test.dev", "shop", text);
    this.frame =
        Frame.of(
                text,
                Place.RELEASES,
                List.of(new Frame.Link(text, link.path())),
                List.of(text),
                Rows.CLOCK.instant())
            .following(new Live(false, link.path()));
  }

  List<Object> all() {
    return List.of(
        KindsPage.of(frame, List.of(WIDGET), List.of(row())),
        ReleasesPage.of(
            frame,
            Query.of(
                new Request(
                    "GET",
                    List.of(),
                    Map.of("text", text, "kind", text),
                    Map.of(),
                    new Request.Sender("", "", ""))),
            List.of(text),
            List.of(),
            Rows.CLOCK),
        ReleasesPage.of(frame, Query.all(), List.of(text), List.of(row()), Rows.CLOCK),
        ReleasePage.of(
            frame,
            link,
            report(),
            List.of(new SpecWriter(text, text, List.of(text))),
            new Actions.Offers(actions(), Map.of(1, link.below("do/rollback?revision=1"))),
            Rows.CLOCK),
        ValuesPage.of(frame, link, values()),
        ChangesPage.between(frame, link, changes()),
        ChangesPage.next(frame, link, preview()),
        RolloutsPage.of(frame, new FoundRollouts(List.of(rollout())), rollout -> actions()),
        new MessagePage(frame, text),
        confirmation());
  }

  private List<Frame.Link> actions() {
    return List.of(new Frame.Link(text, link.path()));
  }

  private ConfirmPage confirmation() {
    return new ConfirmPage(
        frame.after(List.of(text)),
        List.of(text),
        text,
        text,
        actions(),
        text,
        ChangesPage.between(frame, link, changes()).parts(),
        Optional.of(new ConfirmPage.Form(link.path(), text, text, text)),
        link.path());
  }

  private PrimaryRow row() {
    return new PrimaryRow(
        text,
        text,
        text,
        text,
        text + "/" + text,
        text,
        text,
        text,
        text,
        text,
        3,
        text,
        text,
        text);
  }

  private FoundRollout rollout() {
    return new FoundRollout(
        text,
        text,
        1,
        text,
        text,
        text,
        text,
        1,
        2,
        1,
        9,
        List.of(text),
        List.of(text),
        text,
        text,
        text,
        1,
        List.of(new FoundRollout.Difference(text, text)),
        List.of("", text),
        new StoredVersion(text, 1, text));
  }

  private PrimaryReport report() {
    var event = new ObjectEvent(text, text, text, text, 2);
    return new PrimaryReport(
        row(),
        List.of(new Condition(text, text, text, text, text)),
        List.of(new ReleaseRow(text, text, 2, text, text, text, text)),
        text,
        List.of(
            new DescendantRow(
                text, text, text, text, false, text, text, false, List.of(text), List.of(event))),
        List.of(event),
        List.of(revision(1), revision(2)));
  }

  private HistoryRow revision(int number) {
    return new HistoryRow(number, text, text, text, text, text);
  }

  private ReleaseValuesReport values() {
    return new ReleaseValuesReport(
        text, text, 1, List.of(new ValueLeaf(text, TextNode.valueOf(text), text)), text);
  }

  private RevisionChanges changes() {
    return new RevisionChanges(
        text,
        text,
        text,
        text,
        1,
        2,
        List.of(field()),
        List.of(field()),
        List.of(object()),
        List.of(object()),
        0);
  }

  private ReleasePreview preview() {
    return new ReleasePreview(
        text,
        text,
        text,
        text,
        text,
        text,
        List.of(object()),
        1,
        List.of(new HookRun(text, text, text, text, List.of(text))));
  }

  private ObjectChange object() {
    return new ObjectChange(
        ObjectChange.Action.CHANGED, text, text, text, text, true, List.of(field()), true);
  }

  private FieldChange field() {
    return new FieldChange(text, TextNode.valueOf(text), NullNode.getInstance(), true);
  }
}
