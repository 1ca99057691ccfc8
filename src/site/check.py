"""Fails, and names them, if links of the site's pages lead to a missing file or anchor of the site. check.py DIRECTORY"""

import sys
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    """The anchors of a page, and the places that it names."""

    def __init__(self, text):
        super().__init__()
        self.anchors, self.links = {""}, set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.anchors.update(filter(None, (attributes.get("id"), attributes.get("name") if tag == "a" else None)))
        self.links.update(filter(None, (attributes.get("href"), attributes.get("src"))))


@cache
def page(file):
    return Page(file.read_text())


def broken(root, file):
    """The links of a page that lead nowhere. Those to other sites are not followed."""
    for link in sorted(page(file).links):
        target = urlsplit(link)
        if target.scheme or target.netloc:
            continue
        place = (file.parent / unquote(target.path)).resolve() if target.path else file
        if place.is_dir():
            place /= "index.html"
        if not place.is_relative_to(root) or not place.is_file():
            yield link
        elif place.suffix == ".html" and unquote(target.fragment) not in page(place).anchors:
            yield link


def main():
    root = Path(sys.argv[1]).resolve()
    files = sorted(root.rglob("*.html"))
    dead = [f"{file.relative_to(root)}: {link}" for file in files for link in broken(root, file)]
    if dead:
        sys.exit("\n  ".join([f"error: {len(dead)} dead links in {sys.argv[1]}:", *dead[:40]]))
    print(f"{len(files)} pages, {sum(len(page(file).links) for file in files)} links, none is dead")


main()
