# What zsh offers for command lines: zsh -f tests/zsh_offers.zsh FOLDER LINE..., in the project's folder. The offers for the
# n-th line are in FOLDER/n, one a line. A second zsh at a terminal of its own gets each line and a Tab; its compadd writes
# down what it is given.
zmodload zsh/zpty
folder=$1
shift
mkdir -p $folder/functions
cp packaging/completions/fuerstenfeld.zsh $folder/functions/_fuerstenfeld
cat >$folder/rc <<END_OF_RC
PS1='> '
folder=$folder line=0
END_OF_RC
cat >>$folder/rc <<'END_OF_RC'
fpath=($folder/functions $fpath)
autoload -U compinit && compinit -u -D
compadd() {
    local -a hits before path_before
    if [[ "${@[1,(i)(-|--)]}" = *-[OAD]\ * ]]; then
        builtin compadd "$@"
        return
    fi
    builtin compadd -A hits "$@"
    zparseopts -E p:=path_before P:=before 2>/dev/null
    for hit in $hits; do print -r -- "$IPREFIX$before[2]$path_before[2]$hit" >>$folder/offers; done
    builtin compadd "$@"
}
offer() {
    : >$folder/offers
    zle complete-word
    mv $folder/offers $folder/$((++line))
    zle kill-buffer
}
zle -N offer
bindkey '^I' offer
END_OF_RC
zpty shell zsh -f -i
zpty -w shell "source $folder/rc"
n=0
for text; do
    zpty -w -n shell $text$'\t'
    ((n++))
    for i in {1..2400}; do # a machine may be slow and busy
        [[ -e $folder/$n ]] && break
        zpty -rt shell >/dev/null || sleep 0.05
    done
    [[ -e $folder/$n ]] || break
done
zpty -d shell
