/** What may be typed at each place of a command line, whatever the shell. */
import { settingPaths } from '../../domain/settings/setting.ts'
import { type ArgumentShape, type CommandShape, everyCommand, type OptionShape } from '../command-shape.ts'

export interface Place {
  /** What was typed to get there, as `service config`. */
  at: string
  commands: readonly { name: string; description: string }[]
  options: readonly CompletedOption[]
  values: Values
}

export interface CompletedOption extends Pick<OptionShape, 'names' | 'description'> {
  /** Undefined where it takes none. */
  values: Values | undefined
}

export interface Values {
  words: readonly string[]
  files: 'files' | 'folders' | undefined
}

export const placesOf = (root: CommandShape): Place[] =>
  everyCommand(root).map(({ path, commands, options, arguments: given }) => ({
    at: path.join(' '),
    commands: commands.map(({ path, description }) => ({ name: path.at(-1) ?? '', description })),
    options: options.map(({ names, description, value, choices }) => ({
      ...{ names, description },
      values: value === undefined ? undefined : valuesOf({ name: value, choices }),
    })),
    values: together(given.map(valuesOf)),
  }))

type Named = Pick<ArgumentShape, 'name' | 'choices'>

/** By what it is called in the help, which says the same to people. */
function valuesOf({ name, choices }: Named): Values {
  if (choices.length > 0) return { words: choices, files: undefined }
  if (name === 'setting') return { words: settingPaths(new Map()), files: undefined }
  if (/^(file|path|package)$/.test(name)) return { words: [], files: 'files' }
  if (/^(folder|dir)$/.test(name)) return { words: [], files: 'folders' }
  return { words: [], files: undefined }
}

const together = (all: readonly Values[]): Values => ({
  words: all.flatMap(({ words }) => words),
  files: all.map(({ files }) => files).find((files) => files !== undefined),
})
