/** Generates completions for fish, with descriptions of commands and options. */
import { names } from '../../contract/names.ts'
import type { CompletedOption, CompletionPosition, Values } from './positions.ts'

const name = names.command

export const fishScript = (positions: readonly CompletionPosition[]): string => `function __${name}_at
    set -l at ${name}
    for word in (commandline -opc)[2..]
        if contains -- "$at $word" ${positions
          .slice(1)
          .map(({ at }) => quoted(at))
          .join(' ')}
            set at "$at $word"
        end
    end
    test "$at" = "$argv"
end
complete -c ${name} -f
${positions.flatMap(lines).join('\n')}
`

function lines({ at, commands, options, values }: CompletionPosition): string[] {
  const here = `complete -c ${name} -n ${quoted(`__${name}_at ${at}`)}`
  return [
    ...commands.map((command) => `${here} -a ${command.name} -d ${quoted(command.description)}`),
    ...options.map((option) => `${here} ${flags(option)} -d ${quoted(option.description)}`),
    ...(values.words.length > 0 ? [`${here} -a ${quoted(values.words.join(' '))}`] : []),
    ...(values.files === undefined ? [] : [`${here} ${ofFiles[values.files]}`]),
  ]
}

const flags = ({ names, values }: CompletedOption): string =>
  [...names.map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`)), valueFlags(values)]
    .filter(Boolean)
    .join(' ')

function valueFlags(values: Values | undefined): string {
  if (values === undefined) return ''
  if (values.files !== undefined) return `-r ${ofFiles[values.files]}`
  return values.words.length > 0 ? `-x -a ${quoted(values.words.join(' '))}` : '-x'
}

const ofFiles = { files: '-F', folders: "-a '(__fish_complete_directories)'" } as const

/** fish has its own syntax. */
const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
