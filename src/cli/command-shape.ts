/** Converts the tree of commands to plain values, from which completions and docs/command-line.md are made. */
import type { Argument, Command, Option } from 'commander'

export interface CommandShape {
  /** Begins with the name of the program. */
  path: readonly string[]
  description: string
  /** The heading of its group in the help of the command above; empty where there are no groups. */
  group: string
  usage: string
  arguments: readonly ArgumentShape[]
  options: readonly OptionShape[]
  /** The text of its help below the options: examples, exit codes, notes. */
  notes: string
  commands: readonly CommandShape[]
}

export interface ArgumentShape {
  name: string
  description: string
  choices: readonly string[]
}

export interface OptionShape {
  flags: string
  /** Names as they are typed: `-n`, `--lines`. */
  names: readonly string[]
  description: string
  /** The name of its value; undefined where it takes none. */
  value: string | undefined
  choices: readonly string[]
  /** The default as it is typed; undefined where there is none. */
  initial: string | undefined
}

export function shapeOf(command: Command, above: readonly string[] = []): CommandShape {
  const path = [...above, command.name()]
  const help = command.createHelp()
  return {
    path,
    description: command.description(),
    group: command.helpGroup(),
    usage: [...above, `${command.name()} ${command.usage()}`].join(' '),
    arguments: command.registeredArguments.map(argumentShape),
    options: help.visibleOptions(command).filter(isOwn).map(optionShape),
    notes: notesOf(command),
    commands: command.commands.map((inner) => shapeOf(inner, path)),
  }
}

/** Lists the command itself, then every command below it. */
export const everyCommand = (shape: CommandShape): CommandShape[] => [shape, ...shape.commands.flatMap(everyCommand)]

const isOwn = ({ long }: Option): boolean => long !== '--help'

const argumentShape = (argument: Argument): ArgumentShape => ({
  name: argument.name(),
  description: argument.description,
  choices: argument.argChoices ?? [],
})

const optionShape = ({ flags, short, long, description, argChoices, defaultValue }: Option): OptionShape => ({
  flags,
  names: [short, long].filter((name) => name !== undefined && name !== null),
  description,
  value: /[<[]([^>\].]+)/.exec(flags)?.[1],
  choices: argChoices ?? [],
  initial: ['string', 'number'].includes(typeof defaultValue) ? String(defaultValue) : undefined,
})

function notesOf(command: Command): string {
  let written = ''
  command.configureOutput({ writeOut: (text) => (written += text) })
  command.outputHelp()
  return written.slice(command.helpInformation().length).trim()
}
