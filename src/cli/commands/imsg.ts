/** `service imsg`: the same as `relay-imsg`; everything behind it is passed on as it was typed. */
import { Command } from 'commander'

const notes = `
Examples:
  service imsg --help
  service imsg chats --limit 5
  service imsg rpc

The command relay-imsg is the same. Link it as imsg where a program insists on that name.`

export function imsgCommand(): Command {
  return new Command('imsg')
    .description('Speak as imsg does, for programs that start it')
    .argument('[words...]', 'Command of imsg with its options')
    .passThroughOptions()
    .addHelpText('after', notes)
    .action(async (words: string[]) => {
      const { runImsg } = await import('../../compat/imsg/run.ts')
      process.exitCode = await runImsg(words)
    })
}
