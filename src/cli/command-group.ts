/** Makes a command that consists of further ones. */
import { Command } from 'commander'

interface Group {
  description: string
  /** The text of its help below the options. */
  examples: string
  commands: readonly Command[]
}

export function commandGroup(name: string, { description, examples, commands }: Group): Command {
  const group = new Command(name).exitOverride().description(description).addHelpText('after', examples)
  for (const each of commands) group.addCommand(each)
  return group
}
