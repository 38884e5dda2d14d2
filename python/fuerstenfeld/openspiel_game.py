"""OpenSpiel: the game for pyspiel.

    from fuerstenfeld import openspiel_game
    openspiel_game.register()
    game = pyspiel.load_game("python_fuerstenfeld_default_v0(players=3,expert=false)")

The chance player deals one card at a time before the first decision: the demand card of each brewery, the turn order,
each deck from the top. So probabilities are exact, and the history of actions describes the whole game.
`chance_actions` gives the chance actions that make a deal of `Game.deal`. Decisions are the action numbers of the
package. The information state is the content of the seat's view: everything that still matters, but not how it came
about. examples/openspiel/fuerstenfeld.cc is the same game in C++. The module imports pyspiel only when it is used.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from ._native import ffi, lib
from .game import ACTIONS, CARDS, TENSOR_SIZE, Game, action_text

NAME = "python_fuerstenfeld_default_v0"
CARDS_MAX = len(CARDS)


def register() -> str:
    """Registers the game with the default edition. Returns the game's name."""
    import pyspiel

    if NAME not in pyspiel.registered_names():
        pyspiel.register_game(_classes()[0], _classes()[1])
    return NAME


def chance_actions(game: Game, seed: int) -> list[int]:
    """Lists the chance actions that lead to the deal of a seed."""
    setup, demand = game._setup(seed), list(game._edition.demand[0 : game._edition.demand_n])
    actions: list[int] = []
    for wanted in setup.demand[0 : game.players]:
        actions.append(next(i for i, card in enumerate(demand) if card == wanted and i not in actions))
    actions += list(setup.order[0 : game.players])
    for seat in range(game.players):
        actions += list(setup.deck[seat][0 : _cards(game)])
    return actions


def _cards(game: Game) -> int:
    return int(lib.ff_cards_n(game.mode == "expert"))


def _pile(game: Game, dealt: int) -> tuple[int, int]:
    """Returns the first chance action of the pile that is being dealt, and the number of its possible actions."""
    n, cards = game.players, _cards(game)
    if dealt < n:
        return 0, int(game._edition.demand_n)
    if dealt < 2 * n:
        return n, n
    return 2 * n + (dealt - 2 * n) // cards * cards, cards


def _begin(game: Game, chance: list[int]) -> Any:
    """Begins the game of a complete deal."""
    setup, n, cards = ffi.new("struct ff_setup *"), game.players, _cards(game)
    setup.players, setup.mode = n, int(game.mode == "expert")
    for seat in range(n):
        setup.demand[seat] = game._edition.demand[chance[seat]]
        setup.order[seat] = chance[n + seat]
        first = 2 * n + seat * cards
        setup.deck[seat][0:cards] = chance[first : first + cards]
    return game._begin(setup)


@cache
def _classes() -> tuple[Any, type]:
    """Makes the classes when they are first used, because they derive from pyspiel's."""
    import pyspiel

    game_type = pyspiel.GameType(
        short_name=NAME, long_name="Python Fuerstenfeld", dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM, reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=lib.FF_PLAYERS_MAX, min_num_players=lib.FF_PLAYERS_MIN, provides_information_state_string=True,
        provides_information_state_tensor=True, provides_observation_string=True, provides_observation_tensor=True,
        parameter_specification={"players": 3, "expert": False})

    class FuerstenfeldGame(pyspiel.Game):  # type: ignore[misc]
        """The rules as a game of OpenSpiel."""

        def __init__(self, params: dict[str, Any] | None = None) -> None:
            params = params or {}
            self.rules = Game(params.get("players", 3), "expert" if params.get("expert", False) else "base")
            n = self.rules.players
            super().__init__(game_type, pyspiel.GameInfo(
                num_distinct_actions=ACTIONS, max_chance_outcomes=CARDS_MAX, num_players=n, min_utility=0.0, max_utility=1.0,
                max_game_length=int(self.rules._edition.round_limit) * n * 32), params)

        def new_initial_state(self) -> Any:
            return FuerstenfeldState(self)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
            return Observer(params)

    class FuerstenfeldState(pyspiel.State):  # type: ignore[misc]
        """A position. `position` is the package's state, or None while cards are dealt."""

        def __init__(self, game: Any) -> None:
            super().__init__(game)
            self.rules: Game = game.rules
            self.chance: list[int] = []
            self.position: Any = None

        def current_player(self) -> int:
            if self.position is None:
                return int(pyspiel.PlayerId.CHANCE)
            seat = self.position.current_player()
            return int(pyspiel.PlayerId.TERMINAL) if seat < 0 else int(seat)

        def is_terminal(self) -> bool:
            return self.position is not None and bool(self.position.is_terminal())

        def _legal_actions(self, player: int) -> list[int]:
            return list(self.position.legal_actions(player))

        def chance_outcomes(self) -> list[tuple[int, float]]:
            first, choices = _pile(self.rules, len(self.chance))
            left = [i for i in range(choices) if i not in self.chance[first:]]
            return [(i, 1 / len(left)) for i in left]

        def _apply_action(self, action: int) -> None:
            if self.position is not None:
                self.position.apply(action)
                return
            self.chance.append(action)
            if len(self.chance) == self.rules.players * (2 + _cards(self.rules)):
                self.position = _begin(self.rules, self.chance)

        def _action_to_string(self, player: int, action: int) -> str:
            return f"deal {action}" if player == pyspiel.PlayerId.CHANCE else action_text(action)

        def returns(self) -> list[float]:
            return [0.0] * self.rules.players if self.position is None else list(self.position.returns())

        def resample_from_infostate(self, player_id: int, rng: Any) -> Any:
            """Returns a state that the player cannot distinguish from this one. The state's history does not lead to
            it."""
            copy = self.clone()
            copy.position = self.position.resample(player_id, int(rng() * 2**53))
            return copy

        def __str__(self) -> str:
            return "dealing " + " ".join(map(str, self.chance)) if self.position is None else str(self.position)

    class Observer:
        """An observer of OpenSpiel, which gives the knowledge of one player."""

        def __init__(self, params: Any) -> None:
            if params:
                raise ValueError(f"there are no parameters of observations; passed {params}")
            self.tensor = np.zeros(TENSOR_SIZE, np.float32)
            self.dict = {"view": self.tensor}

        def set_from(self, state: Any, player: int) -> None:
            self.tensor[:] = 0 if state.position is None else state.position.information_state_tensor(player)

        def string_from(self, state: Any, player: int) -> str:
            return "dealing" if state.position is None else str(state.position.information_state_string(player))

    return game_type, FuerstenfeldGame
