"""Sphinx makes the site of the pages that GitHub shows: README.md, docs/ and some pages beside them. `make docs` runs it."""

import html
import os
import re
from pathlib import Path
from urllib.parse import unquote
from xml.etree import ElementTree

from docutils import nodes
from sphinx.addnodes import download_reference, pending_xref

ROOT = Path(__file__).parents[2]
POM = ElementTree.parse(ROOT / "src/pom.xml").getroot()


def of_pom(path):
    return POM.findtext("/".join(f"{{*}}{name}" for name in path.split("/")))


# Where the site is published, and where it shows the files that are no pages.
SITE = of_pom("url").rstrip("/") + "/"
REPOSITORY = of_pom("scm/url").rstrip("/") + "/"

project = of_pom("name")
author = of_pom("developers/developer/name")
release = of_pom("version")
html_title = f"{project} {release}"
copyright = f"{of_pom('inceptionYear')} {author}"

extensions = ["myst_parser"]
root_doc = "README"
include_patterns = ["*.md", "docs/**.md"]
myst_heading_anchors = 6
nitpicky = True

html_theme = "furo"
html_static_path = ["static", os.environ["MERMAID"]]
html_css_files = ["site.css"]
html_extra_path = ["index.html", "../operator/src/main/resources/dev/catamaran/watch/watches.schema.json"]
html_copy_source = False
html_use_index = False
html_show_sphinx = False


def add_navigation(app, docname, source):
    """Gives the front page the tree that the sidebar shows: the sections and links of docs/README.md, and the decisions to docs/adr/README.md."""
    if docname == "docs/adr/README":
        source[0] += toctree("", [page.stem for page in sorted((ROOT / "docs/adr").glob("[0-9]*.md"))])
    if docname != root_doc:
        return
    sections = []
    for section in (ROOT / "docs/README.md").read_text().split("\n## ")[1:]:
        caption, text = section.split("\n", 1)
        pages = [
            f"{name} <{link}>" if link.startswith(SITE) else os.path.normpath(f"docs/{link.removesuffix('.md')}")
            for name, link in re.findall(rf"\[([^]]+)\]\(({SITE}[^)]+|[\w/.-]+\.md)\)", text)
        ]
        sections.append((caption, list(dict.fromkeys(pages))))
    # A page has one place: the last section that links to it.
    for i, (caption, pages) in enumerate(sections):
        later = [page for _, others in sections[i + 1 :] for page in others]
        source[0] += toctree(caption, [page for page in pages if page not in later])
    source[0] += toctree("The project", ["docs/README", "CHANGELOG", "SECURITY", "CODE_OF_CONDUCT"])


def toctree(caption, pages):
    options = [":hidden:"] + [f":caption: {caption}"] * bool(caption)
    return "\n".join(["\n```{toctree}", *options, "", *pages, "```\n"])


def lead_links(app, doctree):
    """Links to files that are no pages lead to the repository, and links to the published site stay in it."""
    page = ROOT / app.env.doc2path(app.env.docname, base=False)
    for link in list(doctree.findall(lambda node: isinstance(node, (download_reference, pending_xref)))):
        if link["reftarget"] in app.env.found_docs:
            continue
        if link.get("refdomain") == "doc":
            file = ROOT / (link["reftarget"] + ".md")
        else:
            file = Path(os.path.normpath(page.parent / unquote(link["reftarget"])))
        if file.is_relative_to(ROOT) and file.exists():
            kind = "tree" if file.is_dir() else "blob"
            address = f"{REPOSITORY}{kind}/main/{file.relative_to(ROOT).as_posix()}"
            link.replace_self(nodes.reference("", "", *link.children, refuri=address))
    up = "../" * app.env.docname.count("/")
    for link in doctree.findall(nodes.reference):
        address = link.get("refuri", "")
        if address.startswith(SITE) and not address.startswith(REPOSITORY):
            link["refuri"] = up + address.removeprefix(SITE)


def draw_diagrams(app, doctree):
    """The browser draws the diagrams, by Mermaid."""
    for block in list(doctree.findall(nodes.literal_block)):
        if block.get("language") == "mermaid":
            block.replace_self(nodes.raw("", f'<pre class="mermaid">{html.escape(block.astext())}</pre>', format="html"))


def finish_page(app, pagename, templatename, context, doctree):
    """Loads Mermaid where there is a diagram, and keeps the links of the sidebar in the site."""
    up = "../" * pagename.count("/")
    context["furo_navigation_tree"] = context["furo_navigation_tree"].replace(f'external" href="{SITE}', f'internal" href="{up}')
    if doctree is not None and 'class="mermaid"' in context.get("body", ""):
        app.add_js_file("mermaid.min.js")
        app.add_js_file(None, body="mermaid.initialize({startOnLoad: true, theme: 'neutral'})")


def setup(app):
    app.connect("source-read", add_navigation)
    # Before Sphinx copies the files of such links.
    app.connect("doctree-read", lead_links, priority=100)
    app.connect("doctree-read", draw_diagrams)
    # After the theme.
    app.connect("html-page-context", finish_page, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
