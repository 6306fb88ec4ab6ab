/** Writes the reference of the command in Markdown, from the commands themselves. */
import { type CommandShape, everyCommand, type OptionShape, shapeOf } from '../src/cli/command-shape.ts'
import { commandTree } from '../src/cli/command-tree.ts'
import { exitCodeMeanings } from '../src/contract/errors.ts'

const introduction = [
  'Every command prints this reference with `--help`. Data goes to standard output, everything else to standard error. Shell',
  'completions: `service completions`.',
]

export async function commandLinePage(note: string): Promise<string> {
  const root = shapeOf(await commandTree())
  return [
    '# Command line',
    '',
    note,
    '',
    ...introduction,
    '',
    '| exit code | |',
    '|---|---|',
    ...Object.entries(exitCodeMeanings).map(([code, meaning]) => `| ${code} | ${meaning} |`),
    '',
    ...Object.entries(Object.groupBy(root.commands, ({ group }) => group)).flatMap(([group, commands = []]) => [
      `| ${group.replace(/:$/, '')} | |`,
      '|---|---|',
      ...commands.map(
        ({ path, description }) => `| [\`${path.join(' ')}\`](#${path.join('-')}) | ${cell(description)} |`,
      ),
      '',
    ]),
    ...everyCommand(root)
      .filter((command) => command !== root)
      .flatMap(commandLines),
  ].join('\n')
}

const commandLines = ({ path, description, usage, options, notes, ...command }: CommandShape): string[] => [
  `${path.length === 2 ? '##' : '###'} ${path.join(' ')}`,
  '',
  `${sentence(description)}`,
  '',
  ...(command.commands.length > 0 ? [] : ['```', usage, '```', '', ...termTable(command.arguments, options)]),
  ...(notes === '' ? [] : ['```', notes, '```', '']),
]

function termTable(given: CommandShape['arguments'], options: readonly OptionShape[]): string[] {
  const rows = [
    ...given.map(({ name, description, choices }) => [name, described(description, choices)]),
    ...options.map(({ flags, description, choices, initial }) => [
      flags,
      `${described(description, choices)}${initial === undefined ? '' : `; default \`${initial}\``}`,
    ]),
  ]
  if (rows.length === 0) return []
  return ['| | |', '|---|---|', ...rows.map(([term = '', text = '']) => `| \`${cell(term)}\` | ${cell(text)} |`), '']
}

const described = (description: string, choices: readonly string[]): string =>
  [description, choices.map((choice) => `\`${choice}\``).join(', ')].filter(Boolean).join(': ')

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`

/** A bar would end the cell. */
const cell = (text: string): string => text.replaceAll('|', '\\|')
