// playthrough.cc - OpenSpiel's own tests of the adapter, and a game as text: playthrough > playthrough.txt
//
// The chance actions of the deal come from a seed of ff_deal, so that the game has the hash that other languages have.
#include <fuerstenfeld/batch.h>
#include <fuerstenfeld/builtin.h>
#include <fuerstenfeld/edition.h>
#include <fuerstenfeld/ff.h>
#include <fuerstenfeld/position.h>

#include <cstdio>
#include <memory>
#include <vector>

#include "open_spiel/spiel.h"
#include "open_spiel/tests/basic_tests.h"

namespace {

// The chance actions of a deal: which demand card, which seat, which card.
std::vector<open_spiel::Action> ChanceOf(const ff_edition &edition, const ff_setup &setup) {
  std::vector<open_spiel::Action> actions;
  std::vector<bool> taken(edition.demand_n);
  for (int i = 0; i < setup.players; i++) {
    int card = 0;
    while (taken[card] || edition.demand[card] != setup.demand[i]) card++;
    taken[card] = true;
    actions.push_back(card);
  }
  actions.insert(actions.end(), setup.order, setup.order + setup.players);
  for (int i = 0; i < setup.players; i++)
    actions.insert(actions.end(), setup.deck[i], setup.deck[i] + ff_cards_n(setup.mode));
  return actions;
}

// Plays the random game of a seed, as tests/hash.c does, and prints every fiftieth decision.
void Play(const open_spiel::Game &game, int mode, uint64_t seed) {
  struct ff_text_edition edition;
  struct ff_base_error error;
  struct ff_setup setup;
  ff_text_edition_read(ff_default_edition_text, ff_default_edition_size, &edition, &error);
  ff_deal(&edition.values, game.NumPlayers(), mode, seed, &setup);
  auto state = game.NewInitialState();
  for (open_spiel::Action action : ChanceOf(edition.values, setup)) state->ApplyActionWithLegalityCheck(action);
  struct ff_rng rng = ff_rng_of(~seed);
  int decisions = 0;
  for (; !state->IsTerminal(); decisions++) {
    const auto actions = state->LegalActions();
    const auto action = actions[ff_rng_below(&rng, static_cast<uint32_t>(actions.size()))];
    if (decisions % 50 == 0)
      std::printf("%d: player %d of %zu: %s\n", decisions, state->CurrentPlayer(), actions.size(),
                  state->ActionToString(state->CurrentPlayer(), action).c_str());
    state->ApplyAction(action);
  }
  std::printf("%d decisions, returns", decisions);
  for (double share : state->Returns()) std::printf(" %g", share);
  struct ff_game last;
  const std::string text = state->ToString();
  if (ff_text_position_read(&edition.values, text.data(), text.size(), &last, &error))
    std::printf(", hash %016llx\n\n", static_cast<unsigned long long>(ff_hash(&last)));
}

}  // namespace

int main(int argc, char **argv) {
  for (const bool expert : {false, true})
    for (int players = FF_PLAYERS_MIN; players <= FF_PLAYERS_MAX; players++) {
      const auto game =
          open_spiel::LoadGame("fuerstenfeld_default_v0", {{"players", open_spiel::GameParameter(players)},
                                                           {"expert", open_spiel::GameParameter(expert)}});
      std::printf("%s\n", game->ToString().c_str());
      Play(*game, expert ? FF_EXPERT : FF_BASE, 1);
      if (argc > 1) {
        open_spiel::testing::RandomSimTest(*game, 2, /*serialize=*/true, /*verbose=*/false);
        open_spiel::testing::ResampleInfostateTest(*game, 1);
      }
    }
}
