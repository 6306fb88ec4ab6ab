/** Computes what can be typed at each position of a command line, independent of the shell. */
import { choicesOf, isOfType, waysOf } from '../../domain/settings/schema.ts'
import { allSettings, type PluginSchemas } from '../../domain/settings/setting.ts'
import { type ArgumentShape, type CommandShape, everyCommand, type OptionShape } from '../command-shape.ts'

export interface CompletionPosition {
  /** The words before this position, such as `service config`. */
  at: string
  commands: readonly { name: string; description: string }[]
  options: readonly CompletedOption[]
  values: Values
}

export interface CompletedOption extends Pick<OptionShape, 'names' | 'description'> {
  /** Undefined where the option takes no value. */
  values: Values | undefined
}

export interface Values {
  words: readonly string[]
  files: 'files' | 'folders' | undefined
}

/** `plugins` are the plugins known by name, each with the schema of its settings. */
export function positionsOf(root: CommandShape, plugins: PluginSchemas): CompletionPosition[] {
  const settings = allSettings(plugins)
  const known: Known = {
    setting: settings.map(({ path }) => path),
    list: settings.filter(isList).map(({ path }) => path),
    plugin: [...plugins.keys()],
  }
  return everyCommand(root).flatMap((command) => {
    const position = positionOf(command, known)
    return command.arguments.some(({ name }) => name === 'value')
      ? [position, ...valuePositions(position, settings)]
      : [position]
  })
}

type Settings = ReturnType<typeof allSettings>

const isList = ({ schema }: Settings[number]): boolean => waysOf(schema).some((way) => isOfType(way, 'array'))

function positionOf({ path, commands, options, arguments: given }: CommandShape, known: Known): CompletionPosition {
  return {
    at: path.join(' '),
    commands: commands.map(({ path, description }) => ({ name: path.at(-1) ?? '', description })),
    options: options.map(({ names, description, value, choices }) => ({
      names,
      description,
      values: value === undefined ? undefined : valuesOf({ name: value, choices }, known),
    })),
    values: together(given.map((argument) => valuesOf(argument, known))),
  }
}

/** A setting is followed by its value. */
const valuePositions = (position: CompletionPosition, settings: Settings): CompletionPosition[] =>
  settings.flatMap(({ path, schema }) => {
    const words = (choicesOf(schema) ?? []).map(String)
    return words.length === 0
      ? []
      : [{ ...position, at: `${position.at} ${path}`, values: { words, files: undefined } }]
  })

type Named = Pick<ArgumentShape, 'name' | 'choices'>
/** Completions by the name of the argument. */
type Known = Readonly<Record<'setting' | 'list' | 'plugin', readonly string[]>>

/** Decides by the name of the argument in the help, which means the same to people. */
function valuesOf({ name, choices }: Named, known: Known): Values {
  if (choices.length > 0) return { words: choices, files: undefined }
  if (name === 'setting' || name === 'list' || name === 'plugin') return { words: known[name], files: undefined }
  if (/^(file|path|package)$/.test(name)) return { words: [], files: 'files' }
  if (/^(folder|dir)$/.test(name)) return { words: [], files: 'folders' }
  return { words: [], files: undefined }
}

const together = (all: readonly Values[]): Values => ({
  words: all.flatMap(({ words }) => words),
  files: all.map(({ files }) => files).find((files) => files !== undefined),
})
