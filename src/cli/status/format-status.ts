/** Formats a status for the terminal: what runs, and how to start what does not. */
import { errors } from '../../contract/errors.ts'
import { names } from '../../contract/names.ts'
import type { ProcessName } from '../../contract/setup-names.ts'
import type { JournalSummary } from '../../store/journal/summary.ts'
import { formatListener } from '../compat/format-bluebubbles.ts'
import { localTime } from '../local-time.ts'
import { formatPluginStatus, plain } from '../plugins/format-plugins.ts'
import { formatAlerts } from './format-alerts.ts'
import type { AgentReport, StatusReport } from './report.ts'

export function formatStatus(report: StatusReport): string {
  const lines = [
    ...(report.relay === null ? [] : [report.relay.summary]),
    headline(report),
    ...formatAlerts(report.alerts),
    `  directory     ${report.base_directory}`,
    `  page          ${formatPage(report)}`,
    `  launchd       ${formatAgents(report.agents)}`,
  ]
  if (report.has_password === false)
    lines.push(`  password      not set: ${openToAll}. Set one: ${names.command} password set`)
  if (report.program_trouble !== null) lines.push(`  program       ${report.program_trouble}`)
  if (report.identity?.finding === 'identity_broken') lines.push(`  signature     ${report.identity.message}`)
  if (report.helper !== null) lines.push(`  helper        ${formatHelper(report.helper)}`)
  if (report.bluebubbles !== null) lines.push(`  BlueBubbles   ${formatListener(report.bluebubbles)}`)
  if (report.hub !== null) lines.push(`  hub           ${formatHub(report.hub)}`)
  if (report.bridge !== null) lines.push(`  cursor        row ${report.bridge.cursor}`)
  if (report.journal !== null) lines.push(...journalLines(report.journal))
  return `${lines.join('\n')}\n`
}

const formatHelper = ({ name, version, trouble }: NonNullable<StatusReport['helper']>): string =>
  trouble ?? `${name} ${version ?? ''} responds and its private API works`

function formatHub({ url, mac, state, trouble }: NonNullable<StatusReport['hub']>): string {
  if (state === 'connected') return `connected to ${url} as ${mac}`
  if (state === null) return `the uplink to ${url} is not running. Start it: ${names.command} uplink run`
  return `not connected to ${url}: ${trouble}`
}

const openToAll = 'every person and program on this Mac has access'

function headline({ bridge_alive, last_heartbeat, pid, bridge, agents }: StatusReport): string {
  if (!bridge_alive) {
    const since =
      last_heartbeat === null
        ? 'never ran here'
        : `last ran ${localTime(new Date(last_heartbeat * 1000).toISOString())}`
    return `The bridge is not running (${since}). ${formatStart('bridge', agents)}`
  }
  const state = bridge?.state ?? 'polling'
  const reason = bridge?.reason ? `: ${inShort(bridge.reason)}` : ''
  return `The bridge runs (process ${pid ?? bridge?.pid ?? 'unknown'}), ${state}${reason}`
}

/** Shortens the remedy, because the program that it needs is in details that are not available here. */
const inShort = (reason: string): string =>
  reason.replace(errors.messages_unreadable.remedy, `What to allow to which program: ${names.command} doctor`)

function formatPage({ web: { pid, url, trouble }, bridge_alive, agents }: StatusReport): string {
  if (pid !== null) return url === null ? (trouble ?? `process ${pid}`) : `${url}/app/ (process ${pid})`
  return bridge_alive ? `the web process does not run. ${formatStart('web', agents)}` : 'the web process does not run'
}

/** Chooses the hint by the state of the process in launchd. */
function formatStart(process: ProcessName, agents: readonly AgentReport[]): string {
  const command = (name: string) => `${names.command} ${name}`
  switch (agents.find((agent) => agent.process === process)?.state) {
    case 'running':
      return `launchd has started it, but it does not work: ${command('doctor')} tells why, ${command('restart')} starts it anew`
    case 'stopped':
    case 'installed':
      return `Start it: ${command('start')}`
    case 'absent':
      return `Start it: ${command('up')}, or start it at login: ${command('install')}`
    default:
      return `Start it: ${command(process === 'web' ? 'web' : 'up')}`
  }
}

function formatAgents(agents: readonly AgentReport[]): string {
  const states = new Set(agents.map(({ state }) => state))
  const [only] = states.size === 1 ? states : []
  if (only !== undefined) return ofAll[only]
  return agents.map(({ process, state }) => `${process} ${ofOne[state]}`).join(', ')
}

const ofAll: Record<AgentReport['state'], string> = {
  running: 'keeps both processes running',
  stopped: 'knows both processes, and runs neither',
  installed: 'does not run the service until the next login',
  absent: 'does not know the service: nothing starts it at login',
  unknown: 'is not on this machine',
}

const ofOne: Record<AgentReport['state'], string> = {
  running: 'running',
  stopped: 'stopped',
  installed: 'not loaded until the next login',
  absent: 'not installed',
  unknown: 'unknown',
}

function journalLines({ integrations, messages, waiting }: JournalSummary): string[] {
  const counts = `${messages.relayed} relayed, ${messages.skipped} not for relay, ${messages.history} history`
  const rows = integrations.map((plugin) => {
    const { name, tier, last_error, pending, dead, next_attempt_at: next } = plugin
    const error = last_error === null ? '' : `  (${plain(last_error)})`
    const attempt = next === null ? '' : `, next attempt ${localTime(next)}`
    return `  ${name.padEnd(13)} ${tier}, ${formatPluginStatus(plugin)}: ${pending} queued, ${dead} failed${attempt}${error}`
  })
  const incomplete = waiting === 0 ? [] : [`  incomplete    ${waiting} rows of Messages`]
  return [`  messages      ${counts}`, ...incomplete, ...(rows.length > 0 ? rows : ['  integrations  none found yet'])]
}
