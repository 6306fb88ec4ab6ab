/** `service rules`: lists automation rules, and says what other rules would have changed. */
import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import { messageOf } from '../../base/errors.ts'
import { visible } from '../../base/visible.ts'
import type { Client } from '../../client/client.ts'
import type { ProposedRule, Rule, RulesComparisonResult } from '../../contract/rule.ts'
import { inColumns } from '../../domain/columns.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { commandGroup } from '../command-group.ts'
import { readEnvironment } from '../environment.ts'
import { localTime } from '../local-time.ts'
import { numberOption } from '../number-option.ts'
import { oneLine } from '../one-line.ts'
import { print, printJson } from '../print.ts'
import { webClient } from '../web-client.ts'

const examples = `
Examples:
  service rules list
  service rules list --json > rules.json
  service rules compare rules.json

Compare says which past messages the rules of the file would have handled differently. Nothing is sent or saved.`

export const rulesCommand = (): Command =>
  commandGroup('rules', {
    description: 'List automation rules, and compare others with them over past messages',
    examples,
    commands: [listCommand(), compareCommand()],
  })

const client = (): Client => webClient(readEnvironment())

const listCommand = (): Command =>
  new Command('list')
    .exitOverride()
    .description('List automation rules, in their order')
    .option('--json', 'Print JSON')
    .addHelpText('after', '\nExamples:\n  service rules list --json')
    .action(async ({ json }: { json?: boolean }) => {
      const rules = await client().list_rules()
      if (json) return void printJson(rules)
      print(rules.length === 0 ? 'No rules.' : inColumns(rules.map(asRow)).join('\n'))
    })

const asRow = ({ id, name, enabled, conditions, action, fired_count }: Rule): string[] => [
  id,
  enabled ? 'on' : 'off',
  visible(name),
  visible(conditions),
  action.type === 'webhook' ? 'webhook' : action.then === 'hold' ? 'reply, held' : 'reply',
  `ran ${fired_count} times`,
]

interface CompareOptions {
  since?: string
  limit: number
  json?: boolean
}

const compareCommand = (): Command =>
  new Command('compare')
    .exitOverride()
    .description('Say which past messages other rules would have handled differently')
    .argument('<file>', 'All rules as they would be, as JSON in the form of "service rules list --json"')
    .option('--since <date>', 'First day, such as 2026-05-01 (default: 30 days ago)')
    .option('-n, --limit <number>', 'Maximum number of messages listed', numberOption('A number', 1, 200), 20)
    .option('--json', 'Print JSON')
    .addHelpText('after', '\nExamples:\n  service rules compare rules.json --since 2026-05-01')
    .action(async (file: string, { since, limit, json }: CompareOptions) => {
      const service = client()
      let result = await service.compare_rules({ rules: rulesIn(file), limit, ...(since && { since }) })
      // A comparison over years takes several requests, each of which works on it for a while.
      while (result.state === 'running' && result.cursor !== null)
        result = await service.compare_rules({ cursor: result.cursor, limit })
      if (json) return void printJson(result)
      print(formatComparison(result))
    })

/** Throws `invalid_request`; whether each rule is one is for the service to say. */
function rulesIn(file: string): ProposedRule[] {
  const refused = (reason: string) =>
    new ServiceError('invalid_request', `${file} holds no rules: ${reason}.`, { path: file })
  try {
    const written: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (Array.isArray(written)) return written
  } catch (error) {
    throw refused(messageOf(error))
  }
  throw refused('it is no list')
}

function formatComparison({ since, considered, elsewhere, rules, messages }: RulesComparisonResult): string {
  const total = `${elsewhere} of ${considered} messages since ${localTime(since)} would have been handled differently.`
  const counts = rules.map(({ name, today, proposed, gained, lost, changed }) => [
    visible(name),
    `${today} → ${proposed}`,
    `+${gained} −${lost}${changed > 0 ? `, ${changed} otherwise` : ''}`,
  ])
  const listed = messages.map(
    ({ ts, sender, text, today, proposed }) =>
      `${localTime(ts)}  ${visible(sender)}: ${oneLine(text)}\n  ${namesOf(today)} → ${namesOf(proposed)}`,
  )
  return [total, ...inColumns(counts), ...(listed.length > 0 ? ['', ...listed] : [])].join('\n')
}

const namesOf = (effects: RulesComparisonResult['messages'][number]['today']): string =>
  effects.length === 0 ? 'nothing' : effects.map(({ rule: { name } }) => visible(name)).join(', ')
