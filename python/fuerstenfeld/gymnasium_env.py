"""Gymnasium: one seat for the learner, players at the others.

    from fuerstenfeld import gymnasium_env
    env = gymnasium_env.env(opponents=["steward", "random"])

A step plays the learner's decision and then all decisions up to its next one. The reward is the learner's share of the
win, at the end. `infos["action_mask"]` has the legal actions, as `env.action_space.sample(mask)` takes them.
`register()` adds the environment to Gymnasium's registry, by edition and version. The module imports Gymnasium only
when an environment is made or registered.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any, Sequence

import numpy as np

from .bots import Bot, Player, start
from .game import ACTIONS, TENSOR_SIZE, FuerstenfeldError, Game, IllegalActionError, Rng

VERSION = 0  # goes up whenever the same actions would mean something else


def register(edition: str | Path | None = None) -> str:
    """Adds the environment with an edition to Gymnasium's registry. Returns its id for `gymnasium.make`.

    The id contains the edition's name, so a second edition with the same name is refused.
    """
    import gymnasium

    game = Game(edition=edition)
    name = f"Fuerstenfeld-{game.edition_name}-v{VERSION}"
    if not re.fullmatch(r"[\w.]+", game.edition_name):
        raise FuerstenfeldError(f"the edition's name {game.edition_name!r} is no part of an id; it must be letters, digits, '_' or '.'")
    known = gymnasium.registry.get(name)
    if known is None:
        gymnasium.register(name, entry_point=env, kwargs={"edition": game.edition_text})
    elif known.kwargs["edition"] != game.edition_text:
        raise FuerstenfeldError(f"{name} is registered with another edition of that name")
    return name


def env(**options: Any) -> Any:
    """Makes an environment.

    Options: `opponents`: players or names of bots, in the order of the seats; `mode` and `edition` as for `Game`;
    `seat`: the learner's seat, or None for a random seat in each game; `illegal`: "raise" an exception that names the
    rule, or play the "lowest" legal action instead; `render_mode`: "ansi" renders what the learner knows.
    """
    return _class()(**options)


@cache
def _class() -> type:
    """Makes the class when it is first used, because it derives from Gymnasium's."""
    import gymnasium
    from gymnasium import spaces

    class OneSeat(gymnasium.Env):  # type: ignore[misc]
        """An environment with one seat for the learner and players at the others."""

        metadata = {"render_modes": ["ansi"]}

        def __init__(self, opponents: Sequence[Player | str] = ("random", "random"), mode: str = "base", edition: Any = None,
                     seat: int | None = 0, illegal: str = "raise", render_mode: str | None = None) -> None:
            if illegal not in ("raise", "lowest"):
                raise FuerstenfeldError(f"illegal is {illegal!r}; it must be 'raise' or 'lowest'")
            if render_mode not in (None, "ansi"):
                raise FuerstenfeldError(f"render_mode is {render_mode!r}; it must be None or 'ansi'")
            self.game = Game(len(opponents) + 1, mode, edition)
            if seat is not None and not 0 <= seat < self.game.players:
                raise FuerstenfeldError(f"the seat is {seat}; it must be from 0 to {self.game.players - 1}, or None")
            self.opponents = [Bot(player) if isinstance(player, str) else player for player in opponents]
            self.fixed_seat, self.illegal, self.render_mode = seat, illegal, render_mode
            self.observation_space = spaces.Box(0, 255, (TENSOR_SIZE,), np.uint8)
            self.action_space = spaces.Discrete(ACTIONS)

        def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
            super().reset(seed=seed)
            deal, chance, seat = (int(x) for x in self.np_random.integers([2**62, 2**62, self.game.players]))
            self.seat = seat if self.fixed_seat is None else self.fixed_seat
            self._chance = Rng(chance)
            others = iter(self.opponents)
            self._policies = [None if s == self.seat else start(next(others), self.game, s) for s in range(self.game.players)]
            self.state = self.game.deal(deal, history=True)  # for the opponents
            self._play_others()
            return self._observe()

        def _play_others(self) -> None:
            while (seat := self.state.current_player()) not in (-1, self.seat):
                policy = self._policies[seat]
                assert policy is not None
                self.state.apply(policy(self.state.view(seat), self._chance.next()), seat)

        def _observe(self) -> tuple[Any, dict[str, Any]]:
            acts = not self.state.is_terminal()
            mask = self.state.legal_mask().view(np.int8) if acts else np.ones(ACTIONS, np.int8)
            return self.state.view(self.seat).tensor(), {"action_mask": mask}

        def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
            try:
                self.state.apply(action)
            except IllegalActionError:
                if self.illegal == "raise":
                    raise
                self.state.apply(self.state.legal_actions()[0])
            self._play_others()
            observation, info = self._observe()
            return observation, self.state.returns()[self.seat], self.state.is_terminal(), False, info

        def render(self) -> str | None:
            return str(self.state.view(self.seat)) if self.render_mode else None

    return OneSeat
