# Completion of ics2notify for bash; ics2notify-generated candidates, bash's own file names.

_ics2notify() {
  local line=${COMP_LINE:0:COMP_POINT} word before index answer kind
  local -a words=() lines=()

  # Bash splits words at = and :, too; what has no blank before it belongs together.
  for ((index = 0; index <= COMP_CWORD; index++)); do
    word=${COMP_WORDS[index]}
    before=$line
    line=${line#"${line%%[![:space:]]*}"}
    if ((index == 0)) || [[ $line != "$before" ]]; then
      words+=("")
    fi
    # The cursor may stand within a word.
    if [[ $line != "$word"* ]]; then word=$line; fi
    words[${#words[@]} - 1]+=$word
    line=${line#"$word"}
  done
  # A new word begins behind a blank.
  if [[ -z ${COMP_WORDS[COMP_CWORD]} && -n ${words[${#words[@]} - 1]} ]]; then words+=(""); fi

  word=${words[${#words[@]} - 1]}
  answer=$("${COMP_WORDS[0]/#\~/$HOME}" completions --complete "${words[@]:1}" 2>/dev/null) || return
  mapfile -t lines <<<"$answer"
  kind=${lines[0]}
  COMPREPLY=()
  # With no reply bash completes file names, as it does everywhere.
  if [[ $kind == files* ]]; then return; fi
  compopt +o default +o bashdefault 2>/dev/null
  # Bash replaces what stands behind the last = or :.
  before=${word%"${word##*[=:]}"}
  for ((index = 1; index < ${#lines[@]}; index++)); do
    word=${lines[index]%%$'\t'*}
    if [[ -n $word ]]; then COMPREPLY+=("${word#"$before"}"); fi
  done
  if ((${#COMPREPLY[@]} > 0)) && [[ ${COMPREPLY[0]} == *[=:] ]]; then compopt -o nospace; fi
}

complete -o default -F _ics2notify ics2notify
