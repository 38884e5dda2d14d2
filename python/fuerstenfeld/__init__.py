"""The board game Fürstenfeld for research.

    import random
    import fuerstenfeld as ff

    state = ff.Game(players=3).deal(seed=1)
    while not state.is_terminal():
        state.apply(random.choice(state.legal_actions()))
    print(state.returns())

docs/authors/python.md is the manual.
"""

from ._native import ffi as _ffi, lib as _lib
from .arena import Arena, arena
from .bots import Bot, Network, Player, Policy, Thought, bot_names, default_network
from .game import (ACTIONS, CARDS, FEATURES, FEATURES_MAX, GOODS, MODES, STAGES, TENSOR_SIZE, FuerstenfeldError, Game, History,
                   IllegalActionError, PastTurn, Rng, State, View, action_of_text, action_text, random_game, tensor_parts)
from .records import RecordedGame, RecordError, read_records, record_arrays, write_record
from .self_play import self_play
from .vector import VectorEnv

__version__: str = _ffi.string(_lib.library_version()).decode()

__all__ = [
    "ACTIONS", "CARDS", "FEATURES", "FEATURES_MAX", "GOODS", "MODES", "STAGES", "TENSOR_SIZE", "Arena", "Bot", "FuerstenfeldError", "Game", "History",
    "IllegalActionError", "Network", "PastTurn", "Player", "Policy", "RecordError", "RecordedGame", "Rng", "State", "Thought",
    "VectorEnv", "View", "action_of_text", "action_text", "arena", "bot_names", "default_network", "random_game",
    "read_records", "record_arrays", "self_play", "tensor_parts", "write_record",
]
