/** `service people`: lists people with several addresses, and decides whether these are one conversation. */
import { Command } from 'commander'
import type { Client } from '../../client/client.ts'
import type { ChangedPerson, Person } from '../../contract/person.ts'
import { inColumns } from '../../domain/columns.ts'
import { commandGroup } from '../command-group.ts'
import { readEnvironment } from '../environment.ts'
import { print, printJson } from '../print.ts'
import { webClient } from '../web-client.ts'

const examples = `
Examples:
  service people list
  service people separate "Anna Keller"
  service people join "Anna Keller"

The numbers and addresses of a contact are one conversation, one entry of the whitelist and one name for service send.`

export const peopleCommand = (): Command =>
  commandGroup('people', {
    description: 'List people with several addresses; keep them separate or join them',
    examples,
    commands: [listCommand(), separateCommand(), joinCommand()],
  })

const listCommand = (): Command =>
  new Command('list')
    .exitOverride()
    .description('List people with several addresses')
    .option('--json', 'As JSON, for programs')
    .addHelpText('after', '\nExamples:\n  service people list --json')
    .action(async ({ json }: { json?: boolean }) => {
      const { people, trouble } = await client().list_people()
      if (trouble !== null)
        process.stderr.write(`Contacts can't be read, so every address is a conversation of its own: ${trouble}\n`)
      if (json) printJson(people)
      else if (people.length === 0) print('Nobody in Contacts has several addresses.')
      else for (const line of inColumns(people.map(asRow))) print(line)
    })

const separateCommand = (): Command =>
  new Command('separate')
    .exitOverride()
    .description('Keep the addresses of a person separate')
    .argument('<person>', 'a name of Contacts, or one of the addresses')
    .option('--json', 'The person as JSON, for programs')
    .addHelpText('after', '\nExamples:\n  service people separate "Anna Keller"')
    .action(async (person: string, options: { json?: boolean }) =>
      report(await client().separate_person({ person }), options),
    )

const joinCommand = (): Command =>
  new Command('join')
    .exitOverride()
    .description('Make the addresses of a person one conversation again')
    .argument('<person>', 'a name of Contacts, or one of the addresses')
    .option('--json', 'The person as JSON, for programs')
    .addHelpText('after', '\nExamples:\n  service people join "Anna Keller"')
    .action(async (person: string, options: { json?: boolean }) =>
      report(await client().join_person({ person }), options),
    )

const client = (): Client => webClient(readEnvironment())

function report(person: ChangedPerson, { json }: { json?: boolean }): void {
  if (json) return void printJson(person)
  const { name, handles, kept_separate, changed } = person
  const state = kept_separate ? 'separate conversations' : 'one conversation'
  print(`${name}: ${handles.join(', ')} are ${changed ? 'now ' : ''}${state}.`)
}

const asRow = ({ name, handles, kept_separate }: Person): string[] => [
  name,
  kept_separate ? 'separate' : 'joined',
  handles.join(', '),
]
