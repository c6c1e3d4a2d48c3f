"""Opens a trained network with ONNX Runtime, or says what is wrong with its file."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeVar

import onnxruntime

from scoring.errors import ModelError

Blend = TypeVar("Blend")


def open_session(
    weights: Path, threads: int, *, made: str, by: str, find: str, again: str
) -> tuple[onnxruntime.InferenceSession, dict[str, str]]:
    """A session on the processor, and the file's own metadata.

    Sessions are thread safe; one may serve all threads of a process.

    Args:
        weights: the ONNX file.
        threads: that one run may use.
        made: what is expected, such as "a detector"; `by` is the command that writes it.
        by: see `made`.
        find: what to do where there is no file.
        again: how to get a file that can be loaded, such as "train it again".

    Raises:
        ModelError: the file is missing or is no ONNX file.
    """
    if not weights.is_file():
        raise ModelError(f"no weights at {weights}", f"{made} that `{by}` wrote", find)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.log_severity_level = 3
    try:
        session = onnxruntime.InferenceSession(
            str(weights), options, providers=["CPUExecutionProvider"]
        )
    except Exception as error:
        raise ModelError(
            f"{weights} cannot be loaded ({error})",
            f"an ONNX file that `{by}` wrote",
            f"{again} or check the project out whole",
        ) from error
    return session, dict(session.get_modelmeta().custom_metadata_map)


def check_inputs(
    session: onnxruntime.InferenceSession, names: Sequence[str], weights: Path, again: str
) -> None:
    """Refuses a network that does not take inputs of these names.

    Raises:
        ModelError: it takes others; `again` is what to do.
    """
    inputs = [given.name for given in session.get_inputs()]
    if inputs != list(names):
        raise ModelError(f"inputs {inputs} in {weights}", ", ".join(names), again)


def read_blend(
    kind: type[Blend], metadata: Mapping[str, str], weights: Path, expected: str, again: str
) -> Blend:
    """The weights of a logistic model in a file's metadata, as the dataclass `kind`.

    Raises:
        ModelError: there are none, or others; `expected` says what there should be.
    """
    try:
        by_name = json.loads(metadata["blend"]).items()
        return kind(**{name: float(value) for name, value in by_name})
    except (KeyError, ValueError, TypeError, AttributeError) as error:
        raise ModelError(f"metadata {metadata} in {weights}", expected, again) from error
