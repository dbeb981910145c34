"""Report the results of the mutants; exit with 1 if a survivor is unexplained. `make mutants` runs it last."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from mutmut.mutation.data import SourceFileMutationData
from mutmut.mutation.diff_apply import get_diff_for_mutant
from mutmut.stats import status_by_exit_code
from mutmut.utils.file_utils import walk_mutatable_files

from tests.survivors.report import Mutant, explanations, report


def mutants() -> Iterator[Mutant]:
    """Yield all mutants from mutmut's folder `mutants/`."""
    for path in walk_mutatable_files():
        data = SourceFileMutationData(path=path)
        data.load()
        for name, exit_code in data.exit_code_by_key.items():
            mutant = Mutant(name, status_by_exit_code[exit_code])
            yield Mutant(name, mutant.status, get_diff_for_mutant(name, path=path)) if mutant.survived else mutant


def main() -> int:
    text, all_explained = report(list(mutants()), explanations())
    print(text)
    return 0 if all_explained else 1


if __name__ == "__main__":
    sys.exit(main())
