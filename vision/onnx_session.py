"""Opens a trained network with ONNX Runtime, or says what is wrong with its file."""

from pathlib import Path

import onnxruntime

from scoring.errors import ModelError


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
