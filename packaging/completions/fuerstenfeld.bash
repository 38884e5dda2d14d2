# Completion of fuerstenfeld in bash. It asks the program itself, so that it knows what that version knows.

# The first words of the lines of a section of a help text: commands, verbs or options.
_fuerstenfeld_section() { sed -n "/^$1:/,/^\$/s/^  \([^ ][^ ]*\).*/\1/p"; }

# The bots, as the help of arena lists them.
_fuerstenfeld_bots() {
    "$1" help arena 2>/dev/null | sed -n '/^  --bots/,/^  --players/p' | tr -s ' ,' '\n\n' | sed -n '/^random$/,/^level1$/p'
    printf 'level%d\n' 2 3 4 5 6 7
}

# Sets COMPREPLY to the files that begin with $1.
_fuerstenfeld_files() {
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$1")
}

# The stores that a command's help names, up to where one's own words begin.
_fuerstenfeld_stores() { sed -n '/^  --store/,/^  --[^s]/p' | grep -oE 'memory|sqlite:|postgres://'; }

# Sets COMPREPLY to what may stand for the value $2, as a help text calls it: FILE, base|expert, NAMES, ...
_fuerstenfeld_value() {
    local program=$1 kind=$2 cur=$3 help=$4 before
    case $kind in
    FILE | '[FILE]') _fuerstenfeld_files "$cur" ;;
    *'|'*) mapfile -t COMPREPLY < <(compgen -W "${kind//|/ }" -- "$cur") ;;
    NAME | NAMES | A,B,...)
        before=
        case $cur in *,*) before=${cur%,*}, ;; esac
        compopt -o nospace 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -P "$before" -W "$(_fuerstenfeld_bots "$program")" -- "${cur##*,}")
        ;;
    STORE)
        compopt -o nospace 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -W "$(_fuerstenfeld_stores <<<"$help")" -- "$cur")
        ;;
    esac
}

_fuerstenfeld() {
    local program command cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} kind help verbs
    COMPREPLY=()
    program=$(type -P "${COMP_WORDS[0]/#\~/$HOME}") || return 0
    command=${COMP_WORDS[1]}
    if [ "$COMP_CWORD" = 1 ] || { [ "$COMP_CWORD" = 2 ] && [ "$command" = help ]; }; then
        help=$("$program" help 2>/dev/null)
        [ "$COMP_CWORD" = 2 ] || help="$help"$'\n  help\n  --help\n  --version'
        mapfile -t COMPREPLY < <(compgen -W "$(sed -n 's/^  \([^ ][^ ]*\).*/\1/p' <<<"$help")" -- "$cur")
        return 0
    fi
    help=$("$program" help "$command" 2>/dev/null) || return 0
    # --name=VALUE comes as three words.
    if [ "$cur" = = ]; then cur=; elif [ "$prev" = = ]; then prev=${COMP_WORDS[COMP_CWORD - 2]}; fi
    case $prev in
    --*)
        kind=$(sed -n "s/^  $prev \([^ ][^ ]*\).*/\1/p" <<<"$help")
        if [ -n "$kind" ]; then
            _fuerstenfeld_value "$program" "$kind" "$cur" "$help"
            return 0
        fi
        ;;
    esac
    case $cur in
    -*) mapfile -t COMPREPLY < <(compgen -W "$(_fuerstenfeld_section options <<<"$help")" -- "$cur") ;;
    *)
        case $command in
        admin)
            verbs=$(_fuerstenfeld_section verbs <<<"$help")
            printf '%s\n' "${COMP_WORDS[@]:2:COMP_CWORD-2}" | grep -qxF "$verbs" || # one is enough
                mapfile -t COMPREPLY < <(compgen -W "$verbs" -- "$cur")
            ;;
        *) if grep -q '^usage:.* FILE' <<<"$help"; then _fuerstenfeld_files "$cur"; fi ;;
        esac
        ;;
    esac
}
complete -F _fuerstenfeld fuerstenfeld
