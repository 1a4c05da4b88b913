# Bash completion for sotto: commands, options, agents, models, backups, and chats by title or id.
# The words come from the program itself, so they are always those of the version that is installed.

_sotto() {
  local program=${1/#\~\//$HOME/}
  local current=${COMP_WORDS[COMP_CWORD]}
  local command='' only_operands='' expected='' what of name offer choices after word i
  local -a commands=() operands=() home=()
  local -A options=() operand=()
  COMPREPLY=()

  # The table of commands. A hyphen stands for an option that takes no value.
  while IFS=$'\x1f' read -r what of name offer choices after; do
    case $what in
      command) commands+=("$of") ;;
      option) options[$of $name]=${offer:--} ;;
      operand) operand[$of $name $after]=$offer$'\x1f'$choices ;;
    esac
  done < <(_sotto_ask complete table | tr '\t' '\037')

  # What stands before the word: the command, its operands, and whether an option waits for its value.
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    if [[ $word == '=' && $expected ]]; then
      continue # Bash cuts “--home=DIR” into three words.
    elif [[ $expected ]]; then
      [[ $name == --home ]] && home=(--home "$(_sotto_unquoted "$word")")
      expected=''
    elif [[ ! $only_operands && $word == -- ]]; then
      only_operands=yes
    elif [[ ! $only_operands && $word == -?* ]]; then
      name=$word
      expected=${options[$command $name]-${options[* $name]--}}
      [[ $expected == - ]] && expected=''
    elif [[ ! $command ]]; then
      command=$word
    else
      operands+=("$word")
    fi
  done
  [[ $current == '=' ]] && current=''

  if [[ $expected ]]; then
    _sotto_offer_kind "$expected"
  elif [[ $current == -* && ! $only_operands ]]; then
    for word in "${!options[@]}"; do
      [[ ${word% *} == '*' || ($command && ${word% *} == "$command") ]] && _sotto_offer "${word##* }"
    done
  elif [[ ! $command ]]; then
    _sotto_offer_kind commands
  else
    word='' name="$command ${#operands[@]}"
    ((${#operands[@]})) && word=${operands[-1]}
    IFS=$'\x1f' read -r offer choices <<<"${operand[$name $word]-${operand[$name ]-}}"
    _sotto_offer "${choices// /$'\n'}"
    _sotto_offer_kind "$offer"
  fi
}

# Offers what the table's word stands for.
_sotto_offer_kind() {
  case $1 in
    folders)
      compopt -o filenames
      mapfile -t COMPREPLY < <(compgen -d -- "$(_sotto_unquoted "$current")")
      ;;
    files)
      compopt -o filenames
      mapfile -t COMPREPLY < <(compgen -f -- "$(_sotto_unquoted "$current")")
      ;;
    commands) _sotto_offer "$(printf '%s\n' "${commands[@]}")" ;;
    chats | trash | all-chats) _sotto_offer_chats "$1" ;;
    agents | backups | models | presets | downloads) _sotto_offer "$(_sotto_ask complete "$1")" ;;
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

# Offers chats by title; by id those whose title is not unique or would be taken for something else. Argument: which.
_sotto_offer_chats() {
  local typed quote='' id title
  local -a lines=()
  local -A count=()
  mapfile -t lines < <(_sotto_ask complete "$1")
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
