#compdef fuerstenfeld
# Completion of fuerstenfeld in zsh. It asks the program itself, so that it knows what that version knows.

# The lines of a section of a help text as `name:what it does`, the values left out.
_fuerstenfeld_section() {
    sed -n "/^$1:/,/^\$/s/^  \([^ ][^ ]*\).*  \([^ ].*\)/\1:\2/p"
}

_fuerstenfeld_bots() {
    local -a bots
    bots=(${(f)"$($1 help arena 2>/dev/null | sed -n '/^  --bots/,/^  --players/p' | tr -s ' ,' '\n\n' |
        sed -n '/^random$/,/^level1$/p')"} level{2,3,4,5,6,7})
    compset -P '*,'
    compadd -S '' -a bots
}

_fuerstenfeld_value() {
    case $2 in
    FILE | '[FILE]') _files ;;
    *'|'*) compadd -- ${(s:|:)2} ;;
    NAME | NAMES | A,B,...) _fuerstenfeld_bots $1 ;;
    STORE) compadd -S '' -- ${(f)"$(sed -n '/^  --store/,/^  --[^s]/p' <<<$3 | grep -oE 'memory|sqlite:|postgres://')"} ;;
    *) _message -e value $2 ;;
    esac
}

_fuerstenfeld() {
    local program=$words[1] command=$words[2] option kind help
    local -a found
    if (( CURRENT == 2 )) || { (( CURRENT == 3 )) && [[ $command = help ]]; }; then
        found=(${(f)"$($program help 2>/dev/null | _fuerstenfeld_section commands)"})
        (( CURRENT == 2 )) && found+=('help:tell about a command' '--help:tell what there is' '--version:tell the version')
        _describe -t commands command found
        return
    fi
    help=$($program help $command 2>/dev/null) || return 1
    if [[ $PREFIX = --*=* ]]; then
        option=${PREFIX%%=*}
        compset -P 1 '*='
    else
        option=$words[CURRENT-1]
    fi
    if [[ $option = --* ]]; then
        kind=$(sed -n "s/^  $option \([^ ][^ ]*\).*/\1/p" <<<$help)
        if [[ -n $kind ]]; then
            _fuerstenfeld_value $program $kind $help
            return
        fi
    fi
    if [[ $PREFIX = -* ]]; then
        found=(${(f)"$(_fuerstenfeld_section options <<<$help)"})
        _describe -t options option found
    elif [[ $command = admin ]]; then
        found=(${(f)"$(_fuerstenfeld_section verbs <<<$help)"})
        local -a verbs=(${found%%:*}) given=($words[3,CURRENT-1])
        (( ${#${(@)given:*verbs}} )) || _describe -t verbs verb found # one is enough
    elif [[ $help = usage:*' FILE'* ]]; then
        _files
    fi
}

_fuerstenfeld "$@"
