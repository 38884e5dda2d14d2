// spiel.h - as much of OpenSpiel's interface as examples/openspiel/ uses, to compile and play it where OpenSpiel is not
// installed. The declarations of virtual functions are OpenSpiel's (spiel.h, July 2026); what they do is the least that
// works.
#ifndef OPEN_SPIEL_SPIEL_H_
#define OPEN_SPIEL_SPIEL_H_

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace absl
{
template <typename T> class Span
{
  public:
    Span(T *data, size_t size) : data_(data), size_(size) {}
    T *begin() const { return data_; }
    size_t size() const { return size_; }

  private:
    T *data_;
    size_t size_;
};
template <typename... Parts> std::string StrCat(const Parts &...parts)
{
    std::ostringstream out;
    (out << ... << parts);
    return out.str();
}
template <typename List> std::string StrJoin(const List &list, const char *between)
{
    std::ostringstream out;
    for (auto at = list.begin(); at != list.end(); ++at)
        out << (at == list.begin() ? "" : between) << *at;
    return out.str();
}
} // namespace absl

namespace open_spiel
{
using Action = int64_t;
using Player = int;
using ActionsAndProbs = std::vector<std::pair<Action, double>>;
enum : Player { kChancePlayerId = -1, kTerminalPlayerId = -4 };

[[noreturn]] inline void SpielFatalError(const std::string &message)
{
    std::fprintf(stderr, "%s\n", message.c_str());
    std::exit(1);
}
#define SPIEL_CHECK_TRUE(x)                                                                                            \
    while (!(x))                                                                                                       \
    open_spiel::SpielFatalError(#x)
#define SPIEL_CHECK_FALSE(x) SPIEL_CHECK_TRUE(!(x))
#define SPIEL_CHECK_EQ(x, y) SPIEL_CHECK_TRUE((x) == (y))

class GameParameter
{
  public:
    explicit GameParameter(int value = 0) : value_(value), text_(std::to_string(value)) {}
    explicit GameParameter(bool value) : value_(value), text_(value ? "True" : "False") {}
    int value() const { return value_; }
    const std::string &text() const { return text_; }

  private:
    int value_;
    std::string text_;
};
using GameParameters = std::map<std::string, GameParameter>;

struct GameType {
    std::string short_name, long_name;
    enum class Dynamics { kSimultaneous, kSequential, kMeanField } dynamics;
    enum class ChanceMode { kDeterministic, kExplicitStochastic, kSampledStochastic } chance_mode;
    enum class Information { kOneShot, kPerfectInformation, kImperfectInformation } information;
    enum class Utility { kZeroSum, kConstantSum, kGeneralSum, kIdentical } utility;
    enum class RewardModel { kRewards, kTerminal } reward_model;
    int max_num_players, min_num_players;
    bool provides_information_state_string, provides_information_state_tensor;
    bool provides_observation_string, provides_observation_tensor;
    GameParameters parameter_specification;
};

class Game;

class State
{
  public:
    explicit State(std::shared_ptr<const Game> game);
    State(const State &) = default;
    virtual ~State() = default;
    virtual Player CurrentPlayer() const = 0;
    virtual void ApplyAction(Action action_id)
    {
        history_.push_back(action_id);
        DoApplyAction(action_id);
    }
    virtual void ApplyActionWithLegalityCheck(Action action_id)
    {
        bool is_legal = false;
        for (Action action : LegalActions())
            is_legal |= action == action_id;
        SPIEL_CHECK_TRUE(is_legal);
        ApplyAction(action_id);
    }
    virtual std::vector<Action> LegalActions() const = 0;
    virtual std::string ActionToString(Player player, Action action_id) const = 0;
    virtual std::string ToString() const = 0;
    virtual bool IsTerminal() const = 0;
    virtual std::vector<double> Returns() const = 0;
    virtual std::string InformationStateString(Player player) const = 0;
    virtual void InformationStateTensor(Player player, absl::Span<float> values) const = 0;
    virtual std::string ObservationString(Player player) const = 0;
    virtual void ObservationTensor(Player player, absl::Span<float> values) const = 0;
    virtual std::unique_ptr<State> Clone() const = 0;
    virtual ActionsAndProbs ChanceOutcomes() const = 0;
    virtual std::vector<Action> LegalChanceOutcomes() const
    {
        std::vector<Action> actions;
        for (const auto &outcome : ChanceOutcomes())
            actions.push_back(outcome.first);
        return actions;
    }
    virtual std::string Serialize() const { return absl::StrJoin(history_, "\n"); }
    virtual std::unique_ptr<State> ResampleFromInfostate(int player_id, std::function<double()> rng) const = 0;

  protected:
    virtual void DoApplyAction(Action action_id) = 0;
    std::shared_ptr<const Game> game_;
    int num_players_;
    std::vector<Action> history_;
};

class Game : public std::enable_shared_from_this<Game>
{
  public:
    virtual ~Game() = default;
    virtual int NumDistinctActions() const = 0;
    virtual std::unique_ptr<State> NewInitialState() const = 0;
    virtual int MaxChanceOutcomes() const { return 0; }
    virtual int NumPlayers() const = 0;
    virtual double MinUtility() const = 0;
    virtual double MaxUtility() const = 0;
    virtual std::vector<int> InformationStateTensorShape() const = 0;
    virtual std::vector<int> ObservationTensorShape() const = 0;
    virtual std::unique_ptr<State> DeserializeState(const std::string &str) const
    {
        auto state = NewInitialState();
        std::istringstream in(str);
        for (Action action; in >> action;)
            state->ApplyAction(action);
        return state;
    }
    virtual int MaxGameLength() const = 0;
    virtual int MaxChanceNodesInHistory() const { return 0; }
    std::string ToString() const
    {
        std::vector<std::string> each;
        for (const auto &parameter : parameters_)
            each.push_back(parameter.first + "=" + parameter.second.text());
        return type_.short_name + "(" + absl::StrJoin(each, ",") + ")";
    }

  protected:
    Game(const GameType &type, const GameParameters &parameters) : type_(type), parameters_(parameters) {}
    template <typename T> T ParameterValue(const std::string &key) const { return parameters_.at(key).value(); }

  private:
    GameType type_;
    GameParameters parameters_;
};

inline State::State(std::shared_ptr<const Game> game) : game_(game), num_players_(game->NumPlayers()) {}

using Factory = std::shared_ptr<const Game> (*)(const GameParameters &);
inline std::map<std::string, Factory> &Registered()
{
    static std::map<std::string, Factory> factories;
    return factories;
}
struct GameRegisterer {
    GameRegisterer(const GameType &type, Factory factory) { Registered()[type.short_name] = factory; }
};
#define REGISTER_SPIEL_GAME(info, factory) open_spiel::GameRegisterer registered_game(info, factory)

inline std::shared_ptr<const Game> LoadGame(const std::string &name, const GameParameters &parameters)
{
    SPIEL_CHECK_TRUE(Registered().count(name));
    return Registered()[name](parameters);
}
} // namespace open_spiel

#endif
