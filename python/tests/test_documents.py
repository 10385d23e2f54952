"""The Python code in docs/research.md and in the READMEs runs, and `help` says what the stubs say."""

import ast
import re

import pytest
import sabika
from conftest import EXAMPLES

ROOT = EXAMPLES.parents[1]
PAGES = ["docs/research.md", "README.md", "python/README.md"]


@pytest.mark.parametrize("page", PAGES)
def test_examples_run(page):
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(), re.DOTALL)
    assert blocks
    for block in blocks:
        exec(compile(block, page, "exec"), {})


def test_help_says_what_the_stubs_say():
    stubs = ast.parse((ROOT / "python/sabika/_sabika.pyi").read_text())
    compared = 0
    for described in (node for node in stubs.body if isinstance(node, ast.ClassDef)):
        thing = getattr(sabika, described.name)
        members = [(node, getattr(thing, node.name, None)) for node in described.body if isinstance(node, ast.FunctionDef)]
        for node, member in [(described, thing), *members]:
            if doc := ast.get_docstring(node):
                assert (member.__doc__ or "").split() == doc.split(), f"{described.name}: {node.name}"
                compared += 1
    assert compared > 20
