"""Fetches the art packages through the registries' ordinary clients, and fills the cache.

Nothing is installed. Debian packages of two suites are wanted whatever suite the machine runs,
so apt gets state of its own and a source list made from the machine's own mirror.
"""

import importlib.util
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from datasets.art.apt_state import AptState, prepare_apt
from datasets.art.extract import all_recipes, extract_art
from datasets.art.index import ArtIndex, art_index
from datasets.art.licences import licence_words
from datasets.art.packages import PACKAGES, Client, Package
from scoring.errors import DataError

_UNPACKED = "packages"
_EXTRA = ("lxml", "pypdfium2", "cairosvg")


def fetch_art(cache: Path, console: Console, packages: tuple[Package, ...] = PACKAGES) -> ArtIndex:
    """Fetch what is missing, extract what is missing, and return the index.

    An interrupted run goes on where it stopped: packages that are unpacked and decks that are
    in the cache are left alone.

    Raises:
        DataError: a client, a package or the renderer is missing; says which and what to install.
    """
    require_extra()
    unpacked = cache / _UNPACKED
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=console) as progress:
        task = progress.add_task("packages", total=len(packages))
        fetch_packages(unpacked, packages, lambda _: progress.advance(task))
        drawn = progress.add_task("decks", total=len(all_recipes(unpacked)))

        def told(step: str) -> None:
            progress.update(drawn, advance=1, description=step)

        extract_art(unpacked, cache, told)
    for package in packages:
        console.print(f"{package.id}: {licence_words(package, unpacked)}", markup=False)
    return art_index(cache)


def require_extra() -> None:
    """Check that the libraries that draw the decks are installed.

    Raises:
        DataError: one is missing.
    """
    missing = [name for name in _EXTRA if importlib.util.find_spec(name) is None]
    if missing:
        raise DataError(
            f"no {', '.join(missing)} in this environment",
            "the libraries that read vector decks",
            'pip install -e ".[art]" and run the command again',
        )


def fetch_packages(
    unpacked: Path, packages: tuple[Package, ...], told: Callable[[str], None]
) -> None:
    """Unpack every package that is not there yet; `told` hears each id."""
    apt: AptState | None = None
    for package in packages:
        folder = package.folder(unpacked)
        if not folder.is_dir():
            if package.client is Client.APT and apt is None:
                apt = prepare_apt(unpacked / "apt-state")
            half = folder.with_name(folder.name + ".half")
            shutil.rmtree(half, ignore_errors=True)
            half.mkdir(parents=True)
            _fetch_one(package, half, apt)
            half.rename(folder)
        told(package.id)


def _fetch_one(package: Package, folder: Path, apt: AptState | None) -> None:
    """Download one package into `folder` and unpack it there."""
    if package.client is Client.APT and apt is not None:
        archive = apt.download(package.name, package.version, folder)
        run(["dpkg", "-x", str(archive), str(folder)], package.id)
    elif package.client is Client.NPM:
        wanted = f"{package.name}@{package.version}"
        run(["npm", "pack", wanted, "--silent", "--pack-destination", str(folder)], package.id)
        archive = _only(folder, "*.tgz", package)
        with tarfile.open(archive) as tar:
            tar.extractall(folder, filter="data")
    else:
        wanted = f"{package.name}=={package.version}"
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
        run([*pip, "--only-binary", ":all:", "--dest", str(folder), wanted], package.id)
        archive = _only(folder, "*.whl", package)
        with zipfile.ZipFile(archive) as wheel:
            wheel.extractall(folder)  # noqa: S202  (zipfile drops absolute and parent parts)
    archive.unlink()


def run(command: list[str], wanted: str) -> None:
    """Run a registry's client.

    Raises:
        DataError: the client is not installed, or it failed; its last line is quoted.
    """
    if shutil.which(command[0]) is None:
        raise DataError(
            f"no `{command[0]}` on this machine",
            f"the client that fetches {wanted}",
            f"install {command[0]} and run the command again",
        )
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        last = (done.stderr.strip() or done.stdout.strip() or "no message").splitlines()[-1]
        raise DataError(
            f"`{' '.join(command[:2])}` failed for {wanted}: {last}",
            "a registry that has the package",
            "check the network and run the command again; it goes on where it stopped",
        )


def _only(folder: Path, pattern: str, package: Package) -> Path:
    found = sorted(folder.glob(pattern))
    if len(found) != 1:
        raise DataError(
            f"{len(found)} archives of {package.id}",
            "exactly one",
            f"delete {folder} and run the command again",
        )
    return found[0]
