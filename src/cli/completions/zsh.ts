/** Generates completions for zsh, with descriptions of commands and options. */
import { shellQuoted } from '../../base/shell-quoted.ts'
import { names } from '../../contract/names.ts'
import type { CompletedOption, CompletionPosition, Values } from './positions.ts'

/** Avoids the special parameters of zsh, such as `path`, `words`, `commands` and `options`. */
export function zshScript(positions: readonly CompletionPosition[]): string {
  const name = names.command
  return `#compdef ${name}
_${name}() {
  local at=${name} before=$words[CURRENT-1] i
  local -a named
  for ((i = 2; i < CURRENT; i++)); do
    case "$at $words[i]" in
      (${positions
        .slice(1)
        .map(({ at }) => shellQuoted(at))
        .join('|')}) at="$at $words[i]" ;;
    esac
  done
  case "$at $before" in
${positions.flatMap(optionValues).join('\n')}
  esac
  if [[ $PREFIX == -* ]]; then
    case "$at" in
${positions
  .filter(({ options }) => options.length > 0)
  .map(optionNames)
  .join('\n')}
    esac
    _describe -o option named
    return
  fi
  case "$at" in
${positions.map(argumentWords).filter(Boolean).join('\n')}
  esac
}
if [[ $funcstack[1] == _${name} ]]; then _${name} "$@"; else compdef _${name} ${name}; fi
`
}

const optionValues = ({ at, options }: CompletionPosition): string[] =>
  options.flatMap(({ names, values }) =>
    values === undefined
      ? []
      : [`    (${names.map((name) => shellQuoted(`${at} ${name}`)).join('|')}) ${offered(values)}; return ;;`],
  )

const optionNames = ({ at, options }: CompletionPosition): string =>
  `      (${shellQuoted(at)}) named=(${options.flatMap(described).join(' ')}) ;;`

const described = ({ names, description }: CompletedOption): string[] =>
  names.map((name) => shellQuoted(`${name}:${description}`))

function argumentWords({ at, commands, values }: CompletionPosition): string | undefined {
  if (commands.length === 0 && values.words.length === 0 && values.files === undefined) return undefined
  if (commands.length === 0) return `    (${shellQuoted(at)}) ${offered(values)} ;;`
  const all = commands.map(({ name, description }) => shellQuoted(`${name}:${description}`))
  return `    (${shellQuoted(at)}) named=(${all.join(' ')}); _describe command named ;;`
}

const ofFiles = { files: '_files', folders: '_files -/' } as const

/** Returns a no-op where there is nothing to suggest. */
function offered({ words, files }: Values): string {
  const offers = [
    ...(words.length > 0 ? [`compadd -- ${words.map(shellQuoted).join(' ')}`] : []),
    ...(files === undefined ? [] : [ofFiles[files]]),
  ]
  return offers.join('; ') || ':'
}
