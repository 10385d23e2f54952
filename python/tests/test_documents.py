"""The Python code in docs/research.md and in the READMEs runs."""

import re

import pytest
from conftest import EXAMPLES

ROOT = EXAMPLES.parents[1]
PAGES = ["docs/research.md", "README.md", "python/README.md"]


@pytest.mark.parametrize("page", PAGES)
def test_examples_run(page):
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(), re.DOTALL)
    assert blocks
    for block in blocks:
        exec(compile(block, page, "exec"), {})
