// basic_tests.h - small versions of those tests of OpenSpiel that examples/openspiel/playthrough.cc runs.
#ifndef OPEN_SPIEL_TESTS_BASIC_TESTS_H_
#define OPEN_SPIEL_TESTS_BASIC_TESTS_H_

#include <memory>
#include <string>
#include <vector>

#include "open_spiel/spiel.h"

namespace open_spiel
{
namespace testing
{
// Plays random games. Chances add up to 1, positions are copied and written and read back, and a seat cannot tell a
// resampled state from the real one.
inline void Simulate(const Game &game, int sims)
{
    uint64_t lot = 1;
    for (int sim = 0; sim < sims; sim++) {
        auto state = game.NewInitialState();
        for (int length = 0; !state->IsTerminal(); length++) {
            SPIEL_CHECK_TRUE(length < game.MaxGameLength() + game.MaxChanceNodesInHistory());
            const auto actions = state->LegalActions();
            SPIEL_CHECK_FALSE(actions.empty());
            lot = lot * 6364136223846793005u + 1442695040888963407u;
            const Player seat = state->CurrentPlayer();
            if (seat == kChancePlayerId) {
                double sum = 0;
                for (const auto &outcome : state->ChanceOutcomes())
                    sum += outcome.second;
                SPIEL_CHECK_TRUE(sum > 0.999999 && sum < 1.000001);
            } else if (length % 16 == 0) {
                const auto other = state->ResampleFromInfostate(
                    seat, [&lot] { return static_cast<double>(lot >> 11) / 9007199254740992.0; });
                SPIEL_CHECK_EQ(other->InformationStateString(seat), state->InformationStateString(seat));
                SPIEL_CHECK_TRUE(other->LegalActions() == actions);
                for (const State *each : {other.get(), state.get()}) {
                    SPIEL_CHECK_EQ(game.DeserializeState(each->Serialize())->ToString(), each->ToString());
                    SPIEL_CHECK_EQ(each->Clone()->ToString(), each->ToString());
                }
                std::vector<float> tensor(static_cast<size_t>(game.InformationStateTensorShape()[0]));
                state->InformationStateTensor(seat, absl::Span<float>(tensor.data(), tensor.size()));
            }
            state->ApplyActionWithLegalityCheck(actions[(lot >> 33) % actions.size()]);
        }
        for (double share : state->Returns())
            SPIEL_CHECK_TRUE(share >= game.MinUtility() && share <= game.MaxUtility());
    }
}
inline void RandomSimTest(const Game &game, int sims, bool, bool) { Simulate(game, sims); }
inline void ResampleInfostateTest(const Game &game, int sims) { Simulate(game, sims); }
} // namespace testing
} // namespace open_spiel

#endif
