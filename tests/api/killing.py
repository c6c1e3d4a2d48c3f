"""A server that is killed at a chosen moment, and what must be found again afterwards.

`python -m tests.api.killing` tries every moment there is, one after the other.
"""

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from sqlalchemy import func, select

from tests.api.stored import (
    CENTER,
    LEFTOVER,
    PATIENCE_S,
    Json,
    deck_files,
    points,
    read,
    serving,
    until,
)
from tests.served import networks

ROOT = Path(__file__).parents[2]
ANY = {"If-Match": "*"}


@dataclass
class Acknowledged:
    """What the server said that it has."""

    match: str = ""
    decks: int = 0
    deal: str = ""
    photos: list[int] = field(default_factory=list)
    corrections: list[str] = field(default_factory=list)
    confirmed: bool = False


def live_until_killed(folder: Path, moment: int) -> tuple[Acknowledged, bool]:
    """Plays a deal on a server that kills itself at that moment; whether it did."""
    command = [sys.executable, "-m", "tests.api.killing", str(folder), str(moment)]
    known = Acknowledged()
    with subprocess.Popen(  # noqa: S603 - ourselves
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as server:
        assert server.stdout is not None
        port = server.stdout.readline().strip()
        try:
            if port:
                with httpx.Client(
                    base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE_S
                ) as client:
                    play(client, known)
        except httpx.TransportError:
            pass
        if server.poll() is None:
            server.terminate()
        server.wait(PATIENCE_S)
    return known, server.returncode == -signal.SIGKILL


def play(client: httpx.Client, known: Acknowledged) -> None:
    """One deal from owners to the confirmation; notes everything that is acknowledged."""

    def done(response: httpx.Response) -> Json:
        assert response.is_success, response.text
        return response.json()

    owners = {"owners": [{"name": "Anna"}, {"name": "Ben"}]}
    known.match = f"/v1/matches/{done(client.post('/v1/matches', json=owners))['id']}"
    for number, data in enumerate(deck_files(), 1):
        path = f"{known.match}/decks/{number}/files"
        done(client.post(path, files={"file": ("b.json", data)}))
        known.decks += 1
    done(client.post(f"{known.match}/deals", json={"caller": "Anna"}))
    known.deal = f"{known.match}/deals/1"
    for zone, data in (("center", CENTER), ("nertz", LEFTOVER)):
        sent = client.post(
            f"{known.deal}/photos", files={"photo": ("p", data)}, data={"zone": zone}
        )
        known.photos.append(done(sent)[0]["number"])
    for count in (5, 6):
        to = {"owner": "Anna", "zone": "center", "count": count}
        body = {"kind": "set_count", "to": to}
        answer = done(client.post(f"{known.deal}/corrections", json=body, headers=ANY))
        known.corrections = [entry["id"] for entry in answer["entries"]]
    until(lambda: done(client.get(known.deal))["result"]["complete"])
    sure = {"despite_flags": True}
    done(client.post(f"{known.deal}/confirm", json=sure, headers=ANY))
    known.confirmed = True


def find_again(folder: Path, known: Acknowledged) -> None:
    """Starts a new server on the same folder, and finds all that was acknowledged, once."""
    from api.store.tables import JobRow, ReadingRow

    with serving(folder) as client:
        if not known.match:
            return
        decks = f"{known.match}/decks"
        until(lambda: all(deck["state"] != "waiting" for deck in client.get(decks).json()))
        taught = [deck["state"] for deck in client.get(decks).json()]
        assert taught[: known.decks] == ["ready"] * known.decks
        if not known.deal:
            return
        deal = read(client, known.deal)
        numbers = [photo["number"] for photo in deal["photos"]]
        assert numbers[: len(known.photos)] == known.photos
        assert len(numbers) <= len(known.photos) + 1  # one may have been kept but not answered
        assert deal["result"]["complete"]
        for number in numbers:
            assert client.get(f"{known.deal}/photos/{number}/picture").status_code == 200
        log = client.get(f"{known.deal}/corrections").json()["entries"]
        assert [entry["id"] for entry in log][: len(known.corrections)] == known.corrections
        if len(known.corrections) == 2:
            assert points(deal)["Anna"] == 6
        if known.confirmed:
            assert deal["state"] == "confirmed"
        with client.app.state.service.context.store.reading() as session:
            results = select(func.count(ReadingRow.id))
            each = results.group_by(ReadingRow.photo_id, ReadingRow.revision)
            assert set(session.scalars(each)) <= {1}
            unfinished = select(JobRow.id).where(JobRow.state.in_(("waiting", "running")))
            assert session.scalar(unfinished) is None
    named = {path.name for path in (folder / "photos").glob("*/*")}
    assert all(len(name) == 64 for name in named)


def serve_until(folder: Path, moment: int) -> None:
    """Serves with the drawn detector, and kills itself when the counted steps reach the moment.

    Steps are before and after each flush to disk, renaming, commit, claim and stage of a job.
    """
    import uvicorn
    from sqlalchemy import Engine, event

    from api.app import create_app
    from api.serve import listen
    from api.service import queue
    from api.settings import Settings
    from tests.fake_table import DrawnCards

    steps = 0

    def step(*_: object) -> None:
        nonlocal steps
        steps += 1
        if steps == moment:
            os.kill(os.getpid(), signal.SIGKILL)

    def around(work: Callable[..., Any]) -> Callable[..., Any]:
        def done(*given: Any, **more: Any) -> Any:  # noqa: ANN401 - whatever it takes
            step()
            try:
                return work(*given, **more)
            finally:
                step()

        return done

    settings = Settings(data=folder, max_changes_a_minute=1_000_000)
    app = create_app(settings, lambda: networks(DrawnCards(before=step)))
    listening = listen("127.0.0.1", 0)
    os.fsync = around(os.fsync)
    Path.replace = around(Path.replace)  # type: ignore[method-assign]
    for name in ("claim", "tell_stage", "finish"):
        setattr(queue, name, around(getattr(queue, name)))
    event.listen(Engine, "commit", step)
    event.listen(Engine, "begin", step)
    print(listening.getsockname()[1], flush=True)  # noqa: T201 - the parent reads it
    uvicorn.Server(uvicorn.Config(app, log_level="error")).run(sockets=[listening])


def main() -> None:
    """Kills at every moment until the deal is played to its end."""
    killed, moment = True, 0
    while killed:
        moment += 1
        with tempfile.TemporaryDirectory() as folder:
            known, killed = live_until_killed(Path(folder), moment)
            find_again(Path(folder), known)
        print(moment, "killed" if killed else "lived", known, flush=True)  # noqa: T201


if __name__ == "__main__":
    if len(sys.argv) == 3:
        serve_until(Path(sys.argv[1]), int(sys.argv[2]))
    else:
        main()
