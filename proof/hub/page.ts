/** Makes docs/hub-reliability.md from what last came of each trial of a hub. */
import type { Entry } from '../record.ts'
import { circumstancesOf, markdownTable } from '../report.ts'
import type { HubTrial, Tried } from './trial.ts'

const introduction = [
  '# How reliable and fast a hub is',
  '',
  '`npm run proof -- hub --record` runs these trials on one machine, with PostgreSQL and nats-server as Debian has them, and writes this page. “Lost”',
  'to “out of order” come of comparing PostgreSQL with what the Macs show, and what the hub told with the journals of the Macs.',
  '',
]

export function hubPage(trials: readonly HubTrial[], entries: readonly Entry<Tried>[]): string {
  const rows = trials.map(({ name, claim, target }) => {
    const entry = entries.find(({ trial }) => trial === name)
    return [name, claim, target, ...(entry === undefined ? ['not tried yet', '', ''] : cellsOf(entry))]
  })
  return [
    ...introduction,
    ...markdownTable(['trial', 'what happens', 'target', 'result', 'load:', 'on'], rows),
    '',
    ...(entries.length > 0 ? [`Tried ${circumstancesOf(entries)}.`, ''] : []),
  ].join('\n')
}

function cellsOf({ outcome, failed, at }: Entry<Tried>): string[] {
  if (outcome === undefined) return [`**could not be tried**: ${failed}`, '', at.slice(0, 10)]
  const { figure, reached, isQuick, load } = outcome
  return [
    `${reached ? '' : '**missed**: '}${figure}${isQuick ? ' (fewer rounds)' : ''}`,
    load.toFixed(1),
    at.slice(0, 10),
  ]
}
