/** Records the places that plugins tried to reach and may not: each place once an hour, and only a few. */
import type { Logger } from '../../contract/log-entry.ts'
import type { AuditLog } from '../../store/audit-log.ts'
import type { FromEgress } from './messages.ts'

type Denial = Omit<FromEgress & { type: 'denied' }, 'type'>

const windowMs = 3_600_000
/** The limit for one plugin: the first denials are enough to recognise a plugin that tries a thousand places. */
const mostInWindow = 20
const labelsTold = 2
const longestLabel = 40

export function createDenials(audit: AuditLog, log: Logger, now = Date.now): (denial: Denial) => void {
  const seen = new Map<string, Set<string>>()
  let endsAtMs = 0
  return ({ plugin, host, port, reason }) => {
    if (now() >= endsAtMs) {
      seen.clear()
      endsAtMs = now() + windowMs
    }
    const place = host === undefined ? 'nowhere' : `${told(host)}:${port}`
    const places = seen.get(plugin) ?? new Set()
    seen.set(plugin, places)
    if (places.has(place) || places.size >= mostInWindow) return
    places.add(place)
    audit.append({ action: 'egress_denied', principal: `plugin:${plugin}`, target: place, result: 'refused' })
    log.warn(`Plugin ${plugin} was not let through to ${place}: ${reason}.`)
  }
}

/** Keeps only the end of a name: the labels before it could be text that the plugin wants to smuggle out. */
function told(host: string): string {
  if (host.startsWith('[') || /^\d+(\.\d+){3}$/.test(host)) return host
  const labels = host.split('.')
  const end = labels.slice(-labelsTold).map((label) => label.slice(0, longestLabel))
  return [...(labels.length > labelsTold ? ['*'] : []), ...end].join('.')
}
