"""By hand: malformed uploads, and a bounded load, against a real server on this machine.

`python -m tests.api.load malformed 1000` sends broken uploads and prints statuses and the server's
memory; `python -m tests.api.load run 8 40` lets 8 clients send 40 photos each and prints times.
"""

import collections
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from tests.api.stored import CENTER, SMALL
from tests.fake_table import BLUE, RED, picture

ROOT = Path(__file__).parents[2]
OWNERS = {"owners": [{"name": "Anna"}, {"name": "Ben"}]}


def broken(chance: random.Random) -> tuple[bytes, dict[str, str]]:
    """A body and its headers, wrong in one of many ways."""
    bound = "x" * chance.randint(0, 70)
    kind = f"multipart/form-data; boundary={bound}"
    name = chance.choice(["photo", "zone", "photo[]", "../../etc/passwd", "\u0000", ""])
    file = chance.choice(["a.png", "../../../etc/passwd", "C:\\x", "", "a" * 5000])
    data = chance.choice(
        [mutated(chance), chance.randbytes(chance.randint(0, 20_000)), bomb(chance)]
    )
    head = f'--{bound}\r\nContent-Disposition: form-data; name="{name}"; filename="{file}"\r\n\r\n'
    body = head.encode() + data + f"\r\n--{bound}--\r\n".encode()
    damage = chance.randrange(6)
    if damage == 0:
        body = body[: chance.randrange(len(body))]
    elif damage == 1:
        kind = chance.choice(["multipart/form-data", "application/json", "", "image/png"])
    elif damage == 2:
        body = body * chance.randint(2, 6)
    elif damage == 3:
        body = chance.randbytes(len(body) % 3000) + body
    return body, {"Content-Type": kind}


def mutated(chance: random.Random) -> bytes:
    """A photo with some bytes changed, or cut."""
    data = bytearray(CENTER)
    for _ in range(chance.randint(1, 30)):
        data[chance.randrange(len(data))] = chance.randrange(256)
    return bytes(data[: chance.randrange(1, len(data))] if chance.random() < 0.5 else data)


def bomb(chance: random.Random) -> bytes:
    """A PNG that says it is huge."""
    size = chance.choice([20_000, 65_535, 2**31 - 1])
    return CENTER[:16] + size.to_bytes(4) * 2 + CENTER[24:]


def count_malformed(url: str, number: int, seed: int = 1) -> collections.Counter[int]:
    """How many answers of each status so many broken uploads get."""
    chance, answers = random.Random(seed), collections.Counter[int]()  # noqa: S311 - no secret
    with httpx.Client(base_url=url, timeout=60) as client:
        deal = new_deal(client)
        for _ in range(number):
            body, headers = broken(chance)
            answers[client.post(f"{deal}/photos", content=body, headers=headers).status_code] += 1
    return answers


def new_deal(client: httpx.Client) -> str:
    """The path of a new deal."""
    match = client.post("/v1/matches", json=OWNERS).json()["id"]
    client.post(f"/v1/matches/{match}/deals", json={"caller": "Anna"}).raise_for_status()
    return f"/v1/matches/{match}/deals/1"


@contextmanager
def server_process(folder: str) -> Iterator[tuple[str, int]]:
    """A server of its own process, and its process id."""
    command = [sys.executable, "-m", "tests.api.killing", folder, "-1"]
    with subprocess.Popen(  # noqa: S603 - ourselves
        command, cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        try:
            yield f"http://127.0.0.1:{server.stdout.readline().strip()}", server.pid
        finally:
            server.send_signal(signal.SIGTERM)


def memory_mb(pid: int) -> float:
    """The memory that a process has now."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def malformed(number: int) -> None:
    """Prints what broken uploads get, and the server's memory as it goes."""
    with tempfile.TemporaryDirectory() as folder, server_process(folder) as (url, pid):
        total = collections.Counter[int]()
        for part in range(10):
            total += count_malformed(url, number // 10, part)
            print(part + 1, "tenths", dict(total), f"{memory_mb(pid):.0f} MB", flush=True)  # noqa: T201


def run(clients: int, photos: int) -> None:
    """Prints how long uploads and looks at the deal take while photos are read."""
    times: dict[str, list[float]] = collections.defaultdict(list)
    statuses: collections.Counter[int] = collections.Counter()

    def play(number: int, url: str) -> None:
        with httpx.Client(base_url=url, timeout=60) as client:
            deal = new_deal(client)
            for place in range(photos):
                size = (SMALL[0] + number, SMALL[1] + place)
                data = picture((RED, 3), (BLUE, 4), size_px=size)
                files, zone = {"photo": ("p", data)}, {"zone": "center"}
                start = time.perf_counter()
                statuses[client.post(f"{deal}/photos", files=files, data=zone).status_code] += 1
                sent = time.perf_counter()
                statuses[client.get(deal).status_code] += 1
                times["upload"].append(sent - start)
                times["look"].append(time.perf_counter() - sent)

    with tempfile.TemporaryDirectory() as folder, server_process(folder) as (url, pid):
        threads = [threading.Thread(target=play, args=(n, url)) for n in range(clients)]
        start = time.perf_counter()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        took = time.perf_counter() - start
        print(f"{clients} clients, {took:.1f} s, {dict(statuses)}, {memory_mb(pid):.0f} MB")  # noqa: T201
    for what, seconds in times.items():
        ranked = sorted(seconds)
        p50, p95 = (ranked[int(share * (len(ranked) - 1))] * 1000 for share in (0.5, 0.95))
        print(f"{what}: n={len(ranked)}, p50 {p50:.0f} ms, p95 {p95:.0f} ms")  # noqa: T201


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[2:]]
    if sys.argv[1] == "malformed":
        malformed(*numbers)
    else:
        run(*numbers)
