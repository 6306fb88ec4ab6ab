/** `service status`: whether the bridge runs, where it stands, and how its integrations do. */
import { existsSync } from 'node:fs'
import { Command } from 'commander'
import { exitCodes } from '../../contract/errors.ts'
import { type BridgeStatus, readStatus } from '../../store/bridge-status.ts'
import { isAlive, readHeartbeat } from '../../store/heartbeat.ts'
import { type JournalSummary, readJournalSummary } from '../../store/journal/summary.ts'
import { readPid } from '../../store/process-lock.ts'
import { type ServiceDir, serviceDir } from '../../store/service-dir.ts'
import { readEnvironment } from '../environment.ts'

interface StatusReport {
  base_directory: string
  bridge_alive: boolean
  /** Unix seconds. */
  last_heartbeat: number | null
  pid: number | null
  bridge: BridgeStatus | null
  journal: JournalSummary | null
}

export function statusCommand(): Command {
  return new Command('status')
    .description('whether the bridge runs, where it stands, and how its integrations do')
    .option('--json', 'as JSON, for programs')
    .addHelpText(
      'after',
      '\nExamples:\n  service status\n  service status --json | jq .bridge.state\n\nExit code 4: the bridge does not run.',
    )
    .action(({ json }: { json?: boolean }) => {
      const report = readReport(serviceDir(readEnvironment().base), Date.now())
      process.stdout.write(json ? `${JSON.stringify(report, null, 2)}\n` : inWords(report))
      process.exitCode = report.bridge_alive ? exitCodes.done : exitCodes.notRunning
    })
}

function readReport(dir: ServiceDir, nowMs: number): StatusReport {
  const beatS = readHeartbeat(dir.heartbeatFile)
  const pid = readPid(dir.pidFile)
  return {
    base_directory: dir.base,
    // A bridge that was ended a moment ago has a young heartbeat still.
    bridge_alive: isAlive(beatS, nowMs) && pid !== undefined,
    last_heartbeat: beatS ?? null,
    pid: pid ?? null,
    bridge: readStatus(dir.statusFile) ?? null,
    journal: existsSync(dir.journalFile) ? readJournalSummary(dir.journalFile) : null,
  }
}

function inWords(report: StatusReport): string {
  const lines = [headline(report), `  directory     ${report.base_directory}`]
  if (report.bridge !== null) lines.push(`  cursor        row ${report.bridge.cursor}`)
  if (report.journal !== null) lines.push(...journalLines(report.journal))
  return `${lines.join('\n')}\n`
}

function headline({ bridge_alive, last_heartbeat, pid, bridge }: StatusReport): string {
  if (!bridge_alive) {
    const since =
      last_heartbeat === null ? 'never ran here' : `last ran ${new Date(last_heartbeat * 1000).toISOString()}`
    return `The bridge does not run (${since}). Start it: service up`
  }
  const state = bridge?.state ?? 'polling'
  const reason = bridge?.reason ? `: ${bridge.reason}` : ''
  return `The bridge runs (process ${pid ?? bridge?.pid ?? 'unknown'}), ${state}${reason}`
}

function journalLines({ integrations, messages, waiting }: JournalSummary): string[] {
  const counts = `${messages.relayed} relayed, ${messages.skipped} not for relay, ${messages.history} history`
  const rows = integrations.map(({ name, tier, status, last_error, pending, dead }) => {
    const error = last_error === null ? '' : `  (${last_error})`
    return `  ${name.padEnd(14)}${tier}, ${status}: ${pending} waiting, ${dead} given up${error}`
  })
  const incomplete = waiting === 0 ? [] : [`  incomplete    ${waiting} rows of Messages`]
  return [`  messages      ${counts}`, ...incomplete, ...(rows.length > 0 ? rows : ['  integrations  none found yet'])]
}
