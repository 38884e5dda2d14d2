# Completion of fuerstenfeld in fish. It asks the program itself, so that it knows what that version knows.

# The lines of a section of a help text as `name<tab>what it does`, the values left out.
function __fuerstenfeld_section
    sed -n "/^$argv[1]:/,/^\$/s/^  \([^ ][^ ]*\).*  \([^ ].*\)/\1\t\2/p"
end

function __fuerstenfeld_bots
    fuerstenfeld help arena 2>/dev/null | sed -n '/^  --bots/,/^  --players/p' | tr -s ' ,' '\n\n' | sed -n '/^random$/,/^level1$/p'
    printf 'level%d\n' 2 3 4 5 6 7
end

# What may stand for the value, as a help text calls it: FILE, base|expert, NAMES, ...
function __fuerstenfeld_value
    set -l current (commandline -ct | string replace -r '^--[^=]*=' '')
    set -l option (commandline -ct | string match -r '^--[^=]*=')
    set -l before (string match -r '^.*,' -- $current)
    switch $argv[1]
        case FILE '[FILE]'
            __fish_complete_path $current | string replace -r '^' -- "$option"
        case '*|*'
            printf "$option%s\n" (string split '|' $argv[1])
        case NAME NAMES 'A,B,...'
            printf "$option$before%s\n" (__fuerstenfeld_bots)
        case STORE
            printf "$option%s\n" (printf '%s\n' $argv[2] | sed -n '/^  --store/,/^  --[^s]/p' | grep -oE 'memory|sqlite:|postgres://')
    end
end

function __fuerstenfeld
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l command $words[2]
    if test (count $words) = 1; or test (count $words) = 2 -a "$command" = help
        fuerstenfeld help 2>/dev/null | __fuerstenfeld_section commands
        test (count $words) = 1; and printf '%s\t%s\n' help 'tell about a command' --help 'tell what there is' --version 'tell the version'
        return
    end
    set -l text (fuerstenfeld help $command 2>/dev/null | string collect)
    test -n "$text"; or return
    set -l option $words[-1]
    if string match -qr -- '^--[^=]*=' $current
        set option (string replace -r '=.*' '' -- $current)
    end
    if string match -q -- '--*' $option
        set -l kind (printf '%s' $text | sed -n "s/^  $option \([^ ][^ ]*\).*/\1/p")
        if test -n "$kind"
            __fuerstenfeld_value $kind $text
            return
        end
    end
    if string match -q -- '-*' $current
        printf '%s\n' $text | __fuerstenfeld_section options
    else if test "$command" = admin
        set -l verbs (printf '%s\n' $text | __fuerstenfeld_section verbs)
        for word in $words[3..-1] # one is enough
            contains -- $word (string replace -r '\t.*' '' -- $verbs); and return
        end
        printf '%s\n' $verbs
    else if string match -qr -- '^usage:.* FILE' $text
        __fish_complete_path $current
    end
end

complete -c fuerstenfeld -f -a '(__fuerstenfeld)'
