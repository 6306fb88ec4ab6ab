/** Generates completions for bash 3.2, the version in macOS, and later. */
import { shellQuoted } from '../../base/shell-quoted.ts'
import { names } from '../../contract/names.ts'
import type { CompletionPosition, Values } from './positions.ts'

export function bashScript(positions: readonly CompletionPosition[]): string {
  const name = names.command
  return `_${name}() {
  local at=${name} word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} words= files= i
  if [ "$word" = = ]; then word=; fi
  if [ "$before" = = ]; then before=\${COMP_WORDS[COMP_CWORD-2]}; fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$at \${COMP_WORDS[i]}" in
      ${positions
        .slice(1)
        .map(({ at }) => shellQuoted(at))
        .join('|')}) at="$at \${COMP_WORDS[i]}" ;;
    esac
  done
  case "$at $before" in
${positions.flatMap(optionValues).join('\n')}
    *)
      case "$word" in
        -*) case "$at" in
${positions
  .filter(({ options }) => options.length > 0)
  .map(optionNames)
  .join('\n')}
          esac ;;
        *) case "$at" in
${positions.map(argumentWords).filter(Boolean).join('\n')}
          esac ;;
      esac ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
  if [ -n "$files" ]; then
    compopt -o filenames 2>/dev/null
    local IFS=$'\\n'
    COMPREPLY+=($(compgen "$files" -- "$word"))
  fi
}
complete -F _${name} ${name}
`
}

const optionValues = ({ at, options }: CompletionPosition): string[] =>
  options.flatMap(({ names, values }) =>
    values === undefined
      ? []
      : [`    ${names.map((name) => shellQuoted(`${at} ${name}`)).join('|')}) ${assigned(values)} ;;`],
  )

const optionNames = ({ at, options }: CompletionPosition): string =>
  `          ${shellQuoted(at)}) words=${shellQuoted(options.flatMap(({ names }) => names).join(' '))} ;;`

function argumentWords({ at, commands, values }: CompletionPosition): string | undefined {
  const words = [...commands.map(({ name }) => name), ...values.words]
  if (words.length === 0 && values.files === undefined) return undefined
  return `          ${shellQuoted(at)}) ${assigned({ ...values, words })} ;;`
}

const flags = { files: '-f', folders: '-d' } as const

const assigned = ({ words, files }: Values): string =>
  [`words=${shellQuoted(words.join(' '))}`, ...(files === undefined ? [] : [`files=${flags[files]}`])].join(' ')
