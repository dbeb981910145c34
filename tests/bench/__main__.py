"""Run benchmarks with ``python -m tests.bench [NAME ...]``: each is a module ``bench_NAME`` with a ``main()``."""

import pkgutil
import sys
from importlib import import_module

from tests import bench

PREFIX = "bench_"


def main(wanted: list[str]) -> int:
    modules = sorted(module.name for module in pkgutil.iter_modules(bench.__path__))
    names = [name.removeprefix(PREFIX) for name in modules if name.startswith(PREFIX)]
    unknown = sorted(set(wanted) - set(names))
    if unknown:
        print(f"no benchmark is called {', '.join(unknown)}; choose from {', '.join(names)}", file=sys.stderr)
        return 2
    for name in wanted or names:
        print(f"\n== {name.replace('_', ' ')}\n", flush=True)
        import_module(f"tests.bench.{PREFIX}{name}").main()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
