"""Jobs: bounded, tried again, never two results, and awake at the next start."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import func, select, update

from api.service import queue
from api.service.context import Context
from api.service.deals import DealEnd
from api.service.incoming import Incoming
from api.service.service import Service
from api.service.values import JobState
from api.settings import Settings
from api.store.tables import JobRow, PhotoRow, ReadingRow
from api.worker import work_on
from scoring.errors import DataError, NertzError
from scoring.flags import Zone
from scoring.owners import Owner
from tests.api.stored import (
    ANY,
    CENTER,
    LEFTOVER,
    Client,
    Json,
    add_photo,
    made,
    new_deal,
    new_match,
    points,
    problem,
    read,
    serving,
    teach,
    until,
)
from tests.fake_table import DrawnCards
from tests.served import drawn

REASON = NertzError("a", "b", "c")


class Gate:
    """Holds every look of a detector until it is opened, or lets it fail."""

    def __init__(self, *, is_open: bool = False, fails: int = 0) -> None:
        self.began, self.go_on, self.fails = threading.Event(), threading.Event(), fails
        if is_open:
            self.go_on.set()

    def __call__(self) -> None:
        self.began.set()
        assert self.go_on.wait(30)
        if self.fails:
            self.fails -= 1
            raise ZeroDivisionError("secret")


def job(client: Client, deal: str, photo: int = 1) -> Json:
    return client.get(f"{deal}/photos/{photo}").json()["photo"]["analysis"]


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    """A service without workers, with a photo that waits."""
    service = Service.open(Settings(data=tmp_path, max_attempts=2))
    match = service.matches.create([Owner("Anna"), Owner("Ben")]).id
    service.deals.create(match, DealEnd(caller="Anna"))
    service.photos.add(match, 1, [Incoming("p", CENTER)], Zone.CENTER)
    yield service.context
    service.close()


def test_a_full_queue_asks_to_come_back(tmp_path: Path) -> None:
    gate = Gate()
    with serving(tmp_path, DrawnCards(before=gate), max_jobs=2, retry_after_s=9) as client:
        match = new_match(client)
        deal = new_deal(client, match)
        add_photo(client, deal, CENTER)
        add_photo(client, deal, LEFTOVER, "nertz")
        files = {"photo": ("p", b"never read")}
        refused = client.post(f"{deal}/photos", files=files)
        problem(refused, 503)
        assert refused.headers["retry-after"] == "9"
        problem(client.post(f"{match}/decks/1/files", files={"file": ("b", b"x")}), 503)
        assert (job(client, deal)["ahead"], job(client, deal, 2)["ahead"]) == (0, 1)
        gate.go_on.set()
        assert read(client, deal)["result"]["complete"]


def test_while_a_photo_is_read_its_stage_is_told_and_others_are_served(tmp_path: Path) -> None:
    gate = Gate()
    with serving(tmp_path, DrawnCards(before=gate)) as client:
        deal = new_deal(client, new_match(client))
        add_photo(client, deal, CENTER)
        assert gate.began.wait(30)
        told = job(client, deal)
        assert (told["state"], told["stage"], told["attempts"]) == ("running", "detect", 1)
        assert client.get("/health/live").status_code == 200
        gate.go_on.set()
        read(client, deal)
        assert job(client, deal)["stage"] is None


def test_a_fault_is_tried_again(tmp_path: Path) -> None:
    with serving(tmp_path, DrawnCards(before=Gate(is_open=True, fails=2))) as client:
        deal = new_deal(client, new_match(client))
        add_photo(client, deal, CENTER)
        assert read(client, deal)["result"]["complete"]
        assert job(client, deal)["attempts"] == 3


def test_what_fails_each_time_is_shown_as_failed_and_can_be_asked_again(tmp_path: Path) -> None:
    gate = Gate(is_open=True, fails=3)
    with serving(tmp_path, DrawnCards(before=gate)) as client:
        match = new_match(client)
        teach(client, match)
        deal = new_deal(client, match)
        add_photo(client, deal, CENTER)
        told = read(client, deal)
        assert job(client, deal)["state"] == "failed"
        assert "secret" not in str(job(client, deal)["problem"])
        flag = told["result"]["flags"][0]
        assert (flag["kind"], flag["photo"]) == ("photo_not_read", "photo 1")
        problem(client.post(f"{deal}/confirm", json={"despite_flags": True}, headers=ANY), 409)
        made(client.post(f"{deal}/photos/1/readings", headers=ANY), 202)
        assert points(read(client, deal))["Anna"] == 3


def test_a_job_has_one_owner_at_a_time(context: Context) -> None:
    claims: list[queue.Claim | None] = []
    start = threading.Barrier(6)

    def take() -> None:
        start.wait()
        claims.append(queue.claim(context))

    threads = [threading.Thread(target=take) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len([claim for claim in claims if claim is not None]) == 1


@pytest.mark.parametrize("late_first", [False, True])
def test_a_worker_that_lost_its_job_leaves_no_second_result(
    context: Context, *, late_first: bool
) -> None:
    slow = queue.claim(context)
    with context.store.writing() as session:
        session.execute(update(JobRow).values(lease_until=0.0))
    quick = queue.claim(context)
    assert slow is not None
    assert quick is not None
    assert (slow.job, slow.token) != (quick.job, quick.token)
    for claim in (slow, quick) if late_first else (quick, slow):
        work_on(context, claim, drawn)
        with context.store.reading() as session:
            states = session.scalars(select(JobRow.state)).all()
        assert states == ["running" if late_first and claim is slow else "done"]
    assert queue.fail(context, slow, REASON, retry=False) is JobState.DROPPED
    with context.store.reading() as session:
        assert session.scalar(select(func.count(ReadingRow.id))) == 1
        assert session.scalars(select(JobRow.state)).all() == ["done"]


def test_a_result_for_an_older_revision_is_dropped(context: Context) -> None:
    claim = queue.claim(context)
    assert claim is not None
    with context.store.writing() as session:
        session.execute(update(PhotoRow).values(revision=2))
    work_on(context, claim, drawn)
    with context.store.reading() as session:
        assert session.scalar(select(func.count(ReadingRow.id))) == 0
        assert session.scalars(select(JobRow.state)).all() == ["dropped"]


def test_a_job_during_which_the_program_stops_each_time_fails_at_last(context: Context) -> None:
    for _ in range(2):
        assert queue.claim(context) is not None
        assert queue.release_interrupted(context) == 1
    assert queue.claim(context) is None
    with context.store.reading() as session:
        failed = session.scalars(select(JobRow)).one()
        assert failed.state == JobState.FAILED
        assert "stopped each time" in (failed.problem or {})["found"]


def test_what_was_not_finished_goes_on_at_the_next_start(tmp_path: Path) -> None:
    service = Service.open(Settings(data=tmp_path))
    match = service.matches.create([Owner("Anna"), Owner("Ben")]).id
    service.deals.create(match, DealEnd(caller="Anna"))
    service.photos.add(match, 1, [Incoming("p", CENTER), Incoming("p", LEFTOVER)], Zone.CENTER)
    assert queue.claim(service.context) is not None
    service.close()
    with serving(tmp_path) as client:
        deal = f"/v1/matches/{match}/deals/1"
        assert read(client, deal)["result"]["complete"]
        assert [job(client, deal, photo)["attempts"] for photo in (1, 2)] == [2, 1]


def test_a_removed_photo_is_not_read_any_more(tmp_path: Path) -> None:
    gate = Gate()
    with serving(tmp_path, DrawnCards(before=gate)) as client:
        deal = new_deal(client, new_match(client))
        add_photo(client, deal, CENTER)
        assert gate.began.wait(30)
        assert client.delete(f"{deal}/photos/1", headers=ANY).status_code == 204
        gate.go_on.set()
        add_photo(client, deal, LEFTOVER)
        until(lambda: job(client, deal, 2)["state"] == "done")
        assert [photo["number"] for photo in client.get(deal).json()["photos"]] == [2]


def test_a_data_folder_has_one_server_at_a_time(tmp_path: Path) -> None:
    with serving(tmp_path), pytest.raises(DataError, match="another server"):
        Service.open(Settings(data=tmp_path))


def test_a_photo_whose_file_is_damaged_fails_with_the_reason(tmp_path: Path) -> None:
    gate = Gate()
    with serving(tmp_path, DrawnCards(before=gate), max_attempts=1) as client:
        deal = new_deal(client, new_match(client))
        add_photo(client, deal, CENTER)
        add_photo(client, deal, LEFTOVER, "nertz")
        for path in (tmp_path / "photos").glob("*/*"):
            if path.read_bytes() == LEFTOVER:
                path.write_bytes(b"rust")
        gate.go_on.set()
        read(client, deal)
        assert job(client, deal, 1)["state"] == "done"
        assert "other bytes" in job(client, deal, 2)["problem"]["found"]
        answer = client.get(f"{deal}/photos/2/picture")
        assert answer.status_code == 503
