# Bash completion for sotto: commands, options, agents, backups, and chats by title or id.
# The words come from the program itself, so they are always those of the version that is installed.

_sotto() {
  local program=${1/#\~\//$HOME/}
  local current=${COMP_WORDS[COMP_CWORD]}
  local command='' only_operands='' expected='' word i
  local -a operands=() home=()
  COMPREPLY=()

  # What stands before the word: the command, its operands, and whether an option waits for its value.
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    if [[ $word == '=' && $expected ]]; then
      continue # Bash cuts “--home=DIR” into three words.
    elif [[ $expected ]]; then
      [[ $expected == --home ]] && home=(--home "$(_sotto_unquoted "$word")")
      expected=''
    elif [[ ! $only_operands && $word == -- ]]; then
      only_operands=yes
    elif [[ ! $only_operands && $word =~ ^--(home|agent|find|limit|last|image|caption|save)$ ]]; then
      expected=$word
    elif [[ ! $only_operands && $word == -?* ]]; then
      :
    elif [[ ! $command ]]; then
      command=$word
    else
      operands+=("$word")
    fi
  done
  [[ $current == '=' ]] && current=''

  case $expected in
    --home | --save)
      compopt -o filenames
      mapfile -t COMPREPLY < <(compgen -d -- "$(_sotto_unquoted "$current")")
      return
      ;;
    --image)
      compopt -o filenames
      mapfile -t COMPREPLY < <(compgen -f -- "$(_sotto_unquoted "$current")")
      return
      ;;
    --agent)
      _sotto_offer "$(_sotto_ask complete-agents)"
      return
      ;;
    ?*) return ;; # A number or a text of one's own.
  esac

  if [[ $current == -* && ! $only_operands ]]; then
    if [[ $command ]]; then
      _sotto_offer "$(_sotto_ask complete-words "$command" | grep '^--')"
    else
      _sotto_offer $'--home\n--json\n--help\n--version'
    fi
    return
  fi

  case $command:${#operands[@]} in
    :* | help:0) _sotto_offer "$(_sotto_ask complete-words)" ;;
    send:0 | chat:0 | pin:0 | unpin:0) _sotto_offer_chats ;;
    restore:0) _sotto_offer_chats --trash ;;
    show:0 | images:0 | rename:0 | delete:0) _sotto_offer_chats '' --trash ;;
    demo:0 | backup:0) _sotto_offer "$(_sotto_ask complete-words "$command" | grep -v '^--')" ;;
    backup:1) [[ ${operands[0]} == use ]] && _sotto_offer "$(_sotto_ask backup list | cut -d ' ' -f 1)" ;;
  esac
}

# Runs the program in the data folder that the line names; what goes wrong is not for the prompt.
_sotto_ask() { "$program" "${home[@]}" "$@" 2>/dev/null </dev/null; }

# Offers those of the lines that begin like the current word.
_sotto_offer() {
  local line
  while IFS= read -r line; do
    [[ $line && $line == "$current"* ]] && COMPREPLY+=("$line")
  done <<<"$1"
}

# Offers chats by title; by id those whose title is not unique or would be taken for something else. Arguments: the
# options of `complete-chats`, an empty one for none.
_sotto_offer_chats() {
  local typed quote='' option id title
  local -a lines=() more=()
  local -A count=()
  [[ $# == 0 ]] && set -- ''
  for option; do
    mapfile -t more < <(_sotto_ask complete-chats ${option:+"$option"})
    lines+=("${more[@]}")
  done
  for id in "${lines[@]}"; do
    title=${id#*$'\t'}
    ((count[-${title,,}] += 1))
  done

  [[ $current == [\"\']* ]] && quote=${current:0:1}
  typed=$(_sotto_unquoted "$current")
  for id in "${lines[@]}"; do
    title=${id#*$'\t'} id=${id%%$'\t'*}
    if [[ $title && $title != -* && ! $title =~ ^[0-9]+$ && ${count[-${title,,}]} == 1 ]]; then
      [[ ${title,,} == "${typed,,}"* ]] && COMPREPLY+=("$(_sotto_quoted "$title")")
      [[ $typed && $id == "${typed,,}"* ]] && COMPREPLY+=("$id")
    elif [[ $id == "${typed,,}"* ]]; then
      COMPREPLY+=("$id")
    fi
  done
}

# shellcheck disable=SC2001 # In Bash's own replacement the meaning of “&” depends on the version.
# The title as it must stand on the line, in the quotes that the user has opened, if any.
_sotto_quoted() {
  case $quote in
    \") sed 's/[\\"$`]/\\&/g' <<<"$1" ;;
    \') sed "s/'/'\\\\''/g" <<<"$1" ;;
    *) printf '%q' "$1" ;;
  esac
}

# shellcheck disable=SC2001
# A word of the line as the program would get it; nothing in it is run.
_sotto_unquoted() {
  local word=$1
  case $word in
    \"*) word=${word#\"} word=${word%\"} && sed 's/\\\([\\"$`]\)/\1/g' <<<"$word" ;;
    \'*) word=${word#\'} && printf '%s' "${word%\'}" ;;
    \~/*) printf '%s' "$HOME/${word#\~/}" ;;
    *) sed 's/\\\(.\)/\1/g' <<<"$word" ;;
  esac
}

complete -F _sotto sotto
