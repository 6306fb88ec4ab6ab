/** Makes docs/compat.md from the last outcome of each client. */
import type { Entry } from '../record.ts'
import { circumstancesOf, markdownTable } from '../report.ts'
import { type Came, type Client, onHub } from './client.ts'

const introduction = [
  '# Clients of other servers',
  '',
  'Unmodified programs that others wrote for a BlueBubbles server or for `imsg` connect to this service on a simulated Mac.',
  '`npm run proof -- compat` installs them outside the repository, runs them and writes this page. For programs that cannot run here, it replays',
  'transcripts of their requests (`test/compat/transcripts/`), which also run as tests. How to move: [from BlueBubbles](moving-from-bluebubbles.md).',
  '',
]

const legend = [
  '',
  '*Same* counts calls with a response in the same shape as that of the original server. *Refused* counts calls that need the Private API or a route that the',
  'original does not have either; the response has the same text as the original. All other differences are listed below.',
  '',
]

export function compatPage(clients: readonly Client[], entries: readonly Entry<Came>[]): string {
  const entryOf = (client: Client) => entries.find(({ trial }) => trial === client.name)
  const rows = clients.map((client) => {
    const entry = entryOf(client)
    const { outcome } = entry ?? {}
    return [
      client.release,
      client.door,
      client.does,
      ...(outcome ? counted(outcome) : ['', '']),
      resultOf(entry),
      entry?.at.slice(0, 10) ?? '',
    ]
  })
  const head = ['client', 'server', 'test', 'same:', 'refused:', 'result', 'date']
  const tried = clients.flatMap((client) => entryOf(client) ?? [])
  return [
    ...introduction,
    ...markdownTable(head, rows),
    ...legend,
    ...(tried.length > 0 ? [`Run ${circumstancesOf(tried)}.`, ''] : []),
    ...hubSection(clients, entries),
    ...differences(clients, (client) => entryOf(client)?.outcome?.differs ?? []),
    ...section('Not working', clients, (client) => entryOf(client)?.outcome?.findings ?? []),
    ...section('Calls', clients, (client) => callsOf(entryOf(client)?.outcome)),
    ...section('Refused', clients, (client) => callList(entryOf(client)?.outcome?.refused)),
  ].join('\n')
}

/** Describes the outcomes of the same clients on a hub. */
function hubSection(clients: readonly Client[], entries: readonly Entry<Came>[]): string[] {
  const rows = clients
    .filter(({ isForMacs }) => !isForMacs)
    .map(({ name, release }) => {
      const [entry, before] = [onHub(name), name].map((trial) => entries.find((each) => each.trial === trial))
      const { outcome } = entry ?? {}
      const refused = distinct(outcome?.refused ?? []).filter((call) => !before?.outcome?.refused.includes(call))
      return [
        release,
        ...(outcome ? counted(outcome) : ['', '']),
        resultOf(entry),
        [...refused.map((call) => `refused: \`${call}\``), ...(outcome?.findings ?? [])].join('; '),
        entry?.at.slice(0, 10) ?? '',
      ]
    })
  return [
    '## On a hub',
    '',
    'The same clients, connected to a [hub](hub.md#clients-of-other-servers) that the Mac has joined: `npm run proof -- compat --hub`.',
    '',
    ...markdownTable(['client', 'same:', 'refused:', 'result', 'differences from a Mac', 'date'], rows),
    '',
  ]
}

const distinct = (list: readonly string[]): string[] => [...new Set(list)]

function counted({ calls, refused }: Came): string[] {
  const all = distinct(calls)
  return [String(all.filter((call) => !refused.includes(call)).length), String(distinct(refused).length)]
}

function resultOf(entry: Entry<Came> | undefined): string {
  if (entry === undefined) return 'not run yet'
  if (entry.outcome === undefined) return `**not run**: ${entry.failed}`
  const { findings, said } = entry.outcome
  const works = said === undefined ? 'works' : `works: ${said}`
  return findings.length === 0 ? works : `**${findings.length} not working**`
}

const callsOf = (came: Came | undefined): string[] =>
  callList(came?.calls.filter((call) => !came.refused.includes(call)))

const callList = (calls: readonly string[] = []): string[] =>
  calls.length === 0
    ? []
    : [
        distinct(calls)
          .map((call) => `\`${call}\``)
          .join(', '),
      ]

function section(title: string, clients: readonly Client[], linesOf: (client: Client) => readonly string[]): string[] {
  const lines = clients.flatMap((client) => distinct(linesOf(client)).map((line) => `- ${client.name}: ${line}`))
  return lines.length === 0 ? [] : [`## ${title}`, '', ...lines, '']
}

/** Lists each difference once, with the clients that met it. */
function differences(clients: readonly Client[], linesOf: (client: Client) => readonly string[]): string[] {
  const met = clients.flatMap((client) => distinct(linesOf(client)).map((line) => ({ line, name: client.name })))
  const lines = [...Map.groupBy(met, ({ line }) => line)].map(
    ([line, of]) => `- ${of.map(({ name }) => name).join(', ')}: ${line}`,
  )
  return lines.length === 0 ? [] : ['## Differences from the original', '', ...lines, '']
}
