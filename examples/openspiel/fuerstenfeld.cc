// fuerstenfeld.cc - the game for OpenSpiel, on the installed library.
//
// Compile it together with OpenSpiel and link with -lfuerstenfeld (docs/authors/python.md); the game is then loaded as
// "fuerstenfeld_default_v0(players=3,expert=false)"; the name has the edition and a version, which goes up whenever the
// same actions would mean something else. Chance deals before the first decision, a card at a time: the demand card of
// each brewery, the turn order, and each deck from the top. So probabilities are exact, and a history of actions is the
// whole game. Decisions are the action numbers of <fuerstenfeld/batch.h>.
//
// The information state is what the seat's view holds: everything that still matters, not the way it came about.
#include <fuerstenfeld/batch.h>
#include <fuerstenfeld/builtin.h>
#include <fuerstenfeld/edition.h>
#include <fuerstenfeld/ff.h>
#include <fuerstenfeld/names.h>
#include <fuerstenfeld/notation.h>
#include <fuerstenfeld/position.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "open_spiel/abseil-cpp/absl/strings/str_cat.h"
#include "open_spiel/abseil-cpp/absl/strings/str_join.h"
#include "open_spiel/spiel.h"

namespace open_spiel {
namespace fuerstenfeld {
namespace {

const GameType kGameType{"fuerstenfeld_default_v0", "Fuerstenfeld", GameType::Dynamics::kSequential,
                         GameType::ChanceMode::kExplicitStochastic, GameType::Information::kImperfectInformation,
                         GameType::Utility::kGeneralSum, // nobody wins at the round limit
                         GameType::RewardModel::kTerminal, FF_PLAYERS_MAX, FF_PLAYERS_MIN,
                         /*provides_information_state_string=*/true, /*provides_information_state_tensor=*/true,
                         /*provides_observation_string=*/true, /*provides_observation_tensor=*/true,
                         {{"players", GameParameter(3)}, {"expert", GameParameter(false)}}};

// Prints with a writer of the library.
template <typename... Arguments>
std::string Text(void (*write)(ff_base_out *, Arguments...), Arguments... arguments) {
  char buffer[FF_TEXT_POSITION_MAX];
  ff_base_out out = ff_base_out_of(buffer, sizeof buffer);
  write(&out, arguments...);
  SPIEL_CHECK_TRUE(ff_base_out_whole(&out));
  return out.text;
}

const char kResampled[] = "resampled\n";

class FuerstenfeldGame : public Game {
 public:
  explicit FuerstenfeldGame(const GameParameters &params) : Game(kGameType, params) {
    struct ff_text_edition text;
    struct ff_base_error error;
    SPIEL_CHECK_TRUE(ff_text_edition_read(ff_default_edition_text, ff_default_edition_size, &text, &error));
    edition_ = text.values;
  }
  int NumDistinctActions() const override { return FF_BATCH_ACTIONS; }
  std::unique_ptr<State> NewInitialState() const override;
  std::unique_ptr<State> DeserializeState(const std::string &text) const override;
  int MaxChanceOutcomes() const override { return FF_CARDS_MAX; }
  int NumPlayers() const override { return ParameterValue<int>("players"); }
  int Mode() const { return ParameterValue<bool>("expert") ? FF_EXPERT : FF_BASE; }
  double MinUtility() const override { return 0; }
  double MaxUtility() const override { return 1; }
  std::vector<int> InformationStateTensorShape() const override { return {FF_BATCH_TENSOR}; }
  std::vector<int> ObservationTensorShape() const override { return {FF_BATCH_TENSOR}; }
  // A turn has at most 1 exchange, 3 sales, 1 office, 2 builds with a space, 3 stores, 10 cards and some ends.
  int MaxGameLength() const override { return edition_.round_limit * NumPlayers() * 32; }
  int MaxChanceNodesInHistory() const override { return NumPlayers() * (2 + FF_CARDS_MAX); }
  const struct ff_edition *edition() const { return &edition_; }

 private:
  struct ff_edition edition_;
};

class FuerstenfeldState : public State {
 public:
  explicit FuerstenfeldState(std::shared_ptr<const Game> game) : State(game) {}
  FuerstenfeldState(std::shared_ptr<const Game> game, const struct ff_game &position)
      : State(game), resampled_(true), is_dealt_(true), position_(position) {}
  FuerstenfeldState(const FuerstenfeldState &) = default;

  Player CurrentPlayer() const override {
    return IsDealing() ? kChancePlayerId : position_.pub.owe ? ff_lowest(position_.pub.owe) : kTerminalPlayerId;
  }
  bool IsTerminal() const override { return !IsDealing() && !position_.pub.owe; }
  std::unique_ptr<State> Clone() const override { return std::make_unique<FuerstenfeldState>(*this); }

  std::vector<Action> LegalActions() const override {
    if (IsDealing()) return LegalChanceOutcomes();
    std::vector<Action> actions;
    if (IsTerminal()) return actions;
    uint16_t numbers[FF_BATCH_OPTIONS_MAX];
    const ff_options options = ff_game_options(&position_, CurrentPlayer());
    const int n = ff_batch_action_numbers(position_.pub.stage, options, numbers);
    return {numbers, numbers + n};
  }

  ActionsAndProbs ChanceOutcomes() const override {
    SPIEL_CHECK_TRUE(IsDealing());
    // Without replacement: what the present pile holds already cannot come again.
    const Pile pile = PresentPile();
    std::vector<bool> taken(pile.choices);
    for (size_t i = pile.first; i < chance_.size(); i++) taken[chance_[i]] = true;
    const double left = pile.choices - static_cast<int>(chance_.size() - pile.first);
    ActionsAndProbs outcomes;
    for (int i = 0; i < pile.choices; i++)
      if (!taken[i]) outcomes.push_back({i, 1 / left});
    return outcomes;
  }

  std::string ActionToString(Player player, Action action) const override {
    if (player == kChancePlayerId) return absl::StrCat("deal ", action);
    return Text(ff_text_action, ff_batch_action(static_cast<unsigned>(action)));
  }

  std::string ToString() const override {
    if (IsDealing()) return absl::StrCat("dealing ", absl::StrJoin(chance_, " "));
    return Text(ff_text_position, &position_);
  }

  std::vector<double> Returns() const override {
    std::vector<double> shares(num_players_);
    struct ff_result result;
    if (!IsTerminal()) return shares;
    ff_result(&position_.pub, &result);
    for (int seat = 0; seat < num_players_; seat++)
      if (result.winners >> seat & 1) shares[seat] = 1.0 / ff_popcount(result.winners);
    return shares;
  }

  std::string InformationStateString(Player player) const override {
    SPIEL_CHECK_TRUE(player >= 0 && player < num_players_);
    if (IsDealing()) return "dealing";
    const struct ff_view view = View(player);
    return Text(ff_text_position_view, &view);
  }
  std::string ObservationString(Player player) const override { return InformationStateString(player); }

  void InformationStateTensor(Player player, absl::Span<float> values) const override {
    SPIEL_CHECK_TRUE(player >= 0 && player < num_players_);
    SPIEL_CHECK_EQ(values.size(), size_t{FF_BATCH_TENSOR});
    uint8_t tensor[FF_BATCH_TENSOR] = {};
    const struct ff_view view = View(player);
    if (!IsDealing()) ff_batch_put_tensor(edition(), &view, tensor);
    std::copy(tensor, tensor + FF_BATCH_TENSOR, values.begin());
  }
  void ObservationTensor(Player player, absl::Span<float> values) const override {
    InformationStateTensor(player, values);
  }

  // The state is for playing on: its history is not one that leads to it.
  std::unique_ptr<State> ResampleFromInfostate(int player, std::function<double()> rng) const override {
    SPIEL_CHECK_FALSE(IsDealing());
    auto copy = std::make_unique<FuerstenfeldState>(*this);
    const struct ff_view view = View(player);
    struct ff_rng seeded = ff_rng_of(static_cast<uint64_t>(std::ldexp(rng(), 53)));
    ff_resample(edition(), &view, &seeded, &copy->position_);
    copy->resampled_ = true;
    return copy;
  }

  // A resampled state is its position; its history would tell the real game.
  std::string Serialize() const override { return resampled_ ? kResampled + ToString() : State::Serialize(); }

 protected:
  void DoApplyAction(Action action) override {
    if (!IsDealing()) {
      const int seat = CurrentPlayer();
      const ff_refusal refusal = ff_apply(edition(), &position_, seat, ff_batch_action(static_cast<unsigned>(action)));
      if (refusal != FF_OK)
        SpielFatalError(absl::StrCat(ActionToString(seat, action), ": ", ff_text_refusal(refusal), " (",
                                     ff_text_refusal_rule(refusal), ")"));
      return;
    }
    chance_.push_back(static_cast<int>(action));
    if (static_cast<int>(chance_.size()) == num_players_ * (2 + ff_cards_n(Mode()))) BeginGame();
  }

 private:
  // What is dealt one after the other: the demand cards, the order, each deck.
  struct Pile {
    size_t first;
    int choices;
  };
  Pile PresentPile() const {
    const size_t n = num_players_, cards = ff_cards_n(Mode()), dealt = chance_.size();
    if (dealt < n) return {0, edition()->demand_n};
    if (dealt < 2 * n) return {n, num_players_};
    return {2 * n + (dealt - 2 * n) / cards * cards, static_cast<int>(cards)};
  }

  void BeginGame() {
    struct ff_setup setup = {};
    const int *next = chance_.data();
    setup.players = static_cast<uint8_t>(num_players_);
    setup.mode = static_cast<uint8_t>(Mode());
    for (int i = 0; i < num_players_; i++) setup.demand[i] = edition()->demand[*next++];
    for (int i = 0; i < num_players_; i++) setup.order[i] = static_cast<uint8_t>(*next++);
    for (int i = 0; i < num_players_; i++)
      for (int card = 0; card < ff_cards_n(Mode()); card++) setup.deck[i][card] = static_cast<uint8_t>(*next++);
    SPIEL_CHECK_TRUE(ff_begin(edition(), &setup, &position_) == FF_SETUP_OK);
    is_dealt_ = true;
  }

  bool IsDealing() const { return !is_dealt_; }
  int Mode() const { return static_cast<const FuerstenfeldGame &>(*game_).Mode(); }
  const struct ff_edition *edition() const {
    return static_cast<const FuerstenfeldGame &>(*game_).edition();
  }
  struct ff_view View(int player) const {
    struct ff_view view = {};
    if (!IsDealing()) ff_view_of(&position_, player, &view);
    return view;
  }

  std::vector<int> chance_;
  bool resampled_ = false, is_dealt_ = false;
  struct ff_game position_ = {};
};

std::unique_ptr<State> FuerstenfeldGame::NewInitialState() const {
  return std::make_unique<FuerstenfeldState>(shared_from_this());
}

std::unique_ptr<State> FuerstenfeldGame::DeserializeState(const std::string &text) const {
  if (text.rfind(kResampled, 0) != 0) return Game::DeserializeState(text);
  const std::string position = text.substr(sizeof kResampled - 1);
  struct ff_game game;
  struct ff_base_error error;
  if (!ff_text_position_read(&edition_, position.data(), position.size(), &game, &error))
    SpielFatalError(absl::StrCat("line ", error.line, ": ", error.message));
  return std::make_unique<FuerstenfeldState>(shared_from_this(), game);
}

std::shared_ptr<const Game> Factory(const GameParameters &params) {
  return std::make_shared<const FuerstenfeldGame>(params);
}
REGISTER_SPIEL_GAME(kGameType, Factory);

}  // namespace
}  // namespace fuerstenfeld
}  // namespace open_spiel
