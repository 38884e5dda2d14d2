"""PettingZoo: the game as an AEC environment, and as a parallel environment that ignores the actions of idle agents.

    from fuerstenfeld import pettingzoo_env
    env = pettingzoo_env.env(players=3, mode="base")

Observations are dictionaries of the tensor and a mask; the mask of an agent that does not act is all ones. Rewards are
the shares of the win at the end. The module imports PettingZoo only when an environment is made.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from .game import ACTIONS, TENSOR_SIZE, FuerstenfeldError, Game, IllegalActionError, action_text

VERSION = 0  # goes up whenever the same actions would mean something else


def env_id(game: Game) -> str:
    """Names an environment by its edition and version, so that results of different ones are never mixed."""
    return f"fuerstenfeld_{game.edition_name}_v{VERSION}"


def env(**options: Any) -> Any:
    """Makes the AEC environment, with the same options as `parallel_env`."""
    return _classes()[0](**options)


def parallel_env(**options: Any) -> Any:
    """Makes the parallel environment. Each cycle is one decision. `infos[agent]["acts"]` is true for the agent that
    decides.

    Options: `players`, `mode` and `edition` as for `Game`; `max_cycles`: truncates after that many decisions (0:
    never); `illegal`: "raise" an exception that names the rule, or play the "lowest" legal action instead;
    `render_mode`: "ansi" renders the position as text, secrets included.
    """
    return _classes()[1](**options)


@cache
def _classes() -> tuple[type, type]:
    """Makes the classes when they are first used, because they derive from PettingZoo's."""
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv

    class Common:
        """The common part of both environments: the game, its spaces, and the agents' observations."""

        metadata = {"render_modes": ["ansi"], "name": f"fuerstenfeld_v{VERSION}", "is_parallelizable": False}

        def __init__(self, players: int = 3, mode: str = "base", edition: Any = None, max_cycles: int = 0,
                     illegal: str = "raise", render_mode: str | None = None) -> None:
            if illegal not in ("raise", "lowest"):
                raise FuerstenfeldError(f"illegal is {illegal!r}; it must be 'raise' or 'lowest'")
            if render_mode not in (None, "ansi"):
                raise FuerstenfeldError(f"render_mode is {render_mode!r}; it must be None or 'ansi'")
            super().__init__()
            self.game, self.max_cycles, self.illegal, self.render_mode = Game(players, mode, edition), max_cycles, illegal, render_mode
            self.metadata = {**self.metadata, "name": env_id(self.game)}
            self.possible_agents = [f"player_{seat}" for seat in range(players)]
            self.agents: list[str] = []
            self.observation_spaces = {agent: spaces.Dict({
                "observation": spaces.Box(0, 255, (TENSOR_SIZE,), np.uint8),
                "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8)}) for agent in self.possible_agents}
            self.action_spaces = {agent: spaces.Discrete(ACTIONS) for agent in self.possible_agents}
            self._seeds = np.random.default_rng()

        def observation_space(self, agent: str) -> Any:
            return self.observation_spaces[agent]

        def action_space(self, agent: str) -> Any:
            return self.action_spaces[agent]

        def _deal(self, seed: int | None) -> None:
            """Deals with the seed. Without a seed, deals with the next number of the sequence that the last seed
            began."""
            if seed is not None:
                self._seeds = np.random.default_rng(seed)
            self.agents = self.possible_agents[:]
            self.state_of_game = self.game.deal(seed if seed is not None else int(self._seeds.integers(2**63)))
            self._cycles = 0

        def observe(self, agent: str) -> dict[str, Any]:
            seat = self.possible_agents.index(agent)
            acts = self.state_of_game.current_player() == seat
            mask = self.state_of_game.legal_mask().view(np.int8) if acts else np.ones(ACTIONS, np.int8)
            return {"observation": self.state_of_game.view(seat).tensor(), "action_mask": mask}

        def _play(self, action: Any) -> None:
            """Plays the acting agent's action."""
            try:
                self.state_of_game.apply(action)
            except IllegalActionError:
                if self.illegal == "raise":
                    raise
                self.state_of_game.apply(self.state_of_game.legal_actions()[0])
            self._cycles += 1

        def _outcome(self) -> tuple[dict[str, float], bool, bool]:
            """Returns the rewards, whether the game is over, and whether it was truncated."""
            over = self.state_of_game.is_terminal()
            truncated = not over and 0 < self.max_cycles <= self._cycles
            return dict(zip(self.agents, self.state_of_game.returns())), over, truncated

        def render(self) -> str | None:
            return self.state_of_game.text() if self.render_mode else None

        def state(self) -> Any:
            """Returns the bytes of the position, including secrets, for training with a centralized critic."""
            return np.frombuffer(self.state_of_game.to_bytes(), np.uint8)

        def close(self) -> None:
            pass

        def __str__(self) -> str:
            return env_id(self.game)

    class AEC(Common, AECEnv):  # type: ignore[misc]
        """The AEC environment. It selects only agents that have a decision. The last step of each agent is None."""

        def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
            self._deal(seed)
            self.rewards = dict.fromkeys(self.agents, 0.0)
            self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
            self.terminations = dict.fromkeys(self.agents, False)
            self.truncations = dict.fromkeys(self.agents, False)
            self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
            self.agent_selection = self.possible_agents[self.state_of_game.current_player()]

        def step(self, action: int | None) -> None:
            agent = self.agent_selection
            if self.terminations[agent] or self.truncations[agent]:
                self._was_dead_step(action)
                return
            if action is None:
                raise FuerstenfeldError(f"{agent} must choose an action; None is for agents whose game is over")
            self._play(action)
            self._cumulative_rewards[agent] = 0.0
            self.rewards, over, truncated = self._outcome()
            self.terminations = dict.fromkeys(self.agents, over)
            self.truncations = dict.fromkeys(self.agents, truncated)
            self._accumulate_rewards()
            if over or truncated:
                self._deads_step_first()
            else:
                self.agent_selection = self.possible_agents[self.state_of_game.current_player()]

        def legal_actions(self) -> list[str]:
            """Lists the acting agent's actions in the text language."""
            return [action_text(action) for action in self.state_of_game.legal_actions()]

    class Parallel(Common, ParallelEnv):  # type: ignore[misc]
        """The parallel environment. Every agent gives an action in each cycle, but only the action of the acting agent
        counts."""

        metadata = {**Common.metadata, "is_parallelizable": True}

        def _infos(self) -> dict[str, dict[str, Any]]:
            acting = self.state_of_game.current_player()
            return {agent: {"acts": self.possible_agents.index(agent) == acting} for agent in self.agents}

        def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, Any]:
            self._deal(seed)
            return {agent: self.observe(agent) for agent in self.agents}, self._infos()

        def step(self, actions: dict[str, int]) -> tuple[Any, ...]:
            acting = self.possible_agents[self.state_of_game.current_player()]
            if acting not in actions:
                raise FuerstenfeldError(f"there is no action of {acting}, who acts")
            self._play(actions[acting])
            rewards, over, truncated = self._outcome()
            observations, infos, agents = {agent: self.observe(agent) for agent in self.agents}, self._infos(), self.agents
            if over or truncated:
                self.agents = []
            return observations, rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, truncated), infos

    return AEC, Parallel
