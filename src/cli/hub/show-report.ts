/** Shows how the hub of this machine does, for `service hub status`, and for `status` and `doctor` in its folder. */
import { concernsRelay } from '../../contract/alert.ts'
import { exitCodes } from '../../contract/errors.ts'
import type { Mac } from '../../contract/mac.ts'
import { names } from '../../contract/names.ts'
import type { FileCheck } from '../doctor/file-checks.ts'
import { fileLines, marks, openChoice } from '../doctor/format-diagnosis.ts'
import type { Environment } from '../environment.ts'
import { print, printJson } from '../print.ts'
import { formatAlerts } from '../status/format-alerts.ts'
import { type HubReport, readHubReport } from './report.ts'

interface Shown {
  json?: boolean | undefined
  /** Checks of files, which only `doctor` makes. */
  files?: readonly FileCheck[]
}

/** Sets the exit code, too. */
export async function showHubReport(environment: Environment, { json = false, files }: Shown): Promise<void> {
  const report = await readHubReport(environment, Date.now())
  if (json) printJson(files === undefined ? report : { ...report, files })
  else print([...hubLines(report), ...(files ?? []).flatMap(fileLines)].join('\n'))
  process.exitCode = exitCodeOf(report, files ?? [])
}

function hubLines(report: HubReport): string[] {
  const { postgres, nats, web, relay, partitions, macs, waiting_orders: orders, alerts } = report
  const line = (mark: string, what: string, says: string) => `${mark} ${what.padEnd(14)} ${says}`
  const of = (trouble: string | null) => (trouble === null ? marks.granted : marks.missing)
  return [
    ...formatAlerts(alerts, { isHub: true }),
    `  Folder         ${report.base_directory}`,
    line(of(postgres.trouble), 'PostgreSQL', postgres.trouble ?? `${megabytes(postgres.bytes ?? 0)} of data`),
    line(of(nats.trouble), 'NATS', nats.trouble ?? `nats-server ${nats.version}`),
    web.pid === null
      ? line(openChoice, 'Page', `not running here. Start it: ${names.command} hub up`)
      : line(of(web.trouble), 'Page', web.trouble ?? `${web.url}/app/ (process ${web.pid})`),
    relay.is_alive
      ? line(of(relay.trouble), 'Relay', relay.trouble ?? `relays to plugins (process ${relay.pid})`)
      : relay.works_somewhere
        ? line(marks.granted, 'Relay', 'relays to plugins, by another process')
        : line(openChoice, 'Relay', `not running: plugins get nothing. Start it: ${names.command} hub up`),
    ...(partitions ?? []).map(({ partition, is_read: isRead, waiting }) =>
      isRead
        ? line(marks.granted, `Partition ${partition}`, `is read, ${waitingOf(waiting)}`)
        : line(marks.missing, `Partition ${partition}`, `is not read. Start it: ${names.command} hub up`),
    ),
    ...(macs ?? [])
      .filter(({ state }) => state !== 'revoked')
      .map((mac) => `  Mac ${mac.name}: ${factsOf(mac).join(', ')}`),
    ...(macs?.length === 0 ? [`  No Macs. Add one: ${names.command} hub macs add <name>`] : []),
    ...(orders === null || orders === 0 ? [] : [`  ${orders} messages wait to be sent`]),
  ]
}

const factsOf = ({ state, version, lag, waiting_orders: orders, last_seen_at: seen }: Mac): string[] => [
  state,
  ...(version === null ? [] : [`version ${version}`]),
  ...(lag?.events ? [`${lag.events} events behind`] : []),
  ...(orders === 0 ? [] : [`${orders} messages wait to be sent`]),
  ...(state === 'silent' && seen !== null ? [`last seen ${seen}`] : []),
]

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`

function waitingOf({ live, past }: { live: number | null; past: number | null }): string {
  if (live === null || past === null) return 'what waits in NATS is unknown'
  return live + past === 0 ? 'nothing waits in NATS' : `${live + past} envelopes wait in NATS`
}

/** The parts of a hub may run elsewhere, so that only what must run somewhere counts. */
function exitCodeOf({ postgres, nats, partitions, alerts }: HubReport, files: readonly FileCheck[]): number {
  const isRunning = postgres.trouble === null && nats.trouble === null && partitions?.every(({ is_read }) => is_read)
  if (!isRunning) return exitCodes.notRunning
  if (alerts.some(concernsRelay)) return exitCodes.alert
  return files.every(({ ok }) => ok) ? exitCodes.done : exitCodes.needsAttention
}
