/** Records the hosts that plugins tried to reach and may not: each once an hour, and only a few. */
import type { Logger } from '../../contract/log-entry.ts'
import type { AuditLog } from '../../store/audit-log.ts'
import type { FromEgress } from './messages.ts'

type Denial = Omit<FromEgress & { type: 'denied' }, 'type'>

const windowMs = 3_600_000
/** The limit for one plugin: the first denials are enough to recognise a plugin that tries a thousand hosts. */
const mostInWindow = 20
const labelsKept = 2
const longestLabel = 40

export class Denials {
  readonly #audit: AuditLog
  readonly #log: Logger
  readonly #now: () => number
  /** The requests that each plugin was denied in this window. */
  readonly #seen = new Map<string, Set<string>>()
  #windowEndsAtMs = 0

  constructor(audit: AuditLog, log: Logger, now = Date.now) {
    this.#audit = audit
    this.#log = log
    this.#now = now
  }

  note({ plugin, host, port, reason }: Denial): void {
    if (this.#now() >= this.#windowEndsAtMs) {
      this.#seen.clear()
      this.#windowEndsAtMs = this.#now() + windowMs
    }
    const target = host === undefined ? 'nowhere' : `${withoutLabels(host)}:${port}`
    const targets = this.#seen.get(plugin) ?? new Set()
    this.#seen.set(plugin, targets)
    if (targets.has(target) || targets.size >= mostInWindow) return
    targets.add(target)
    this.#audit.append({ action: 'egress_denied', principal: `plugin:${plugin}`, target, result: 'refused' })
    this.#log.warn(`Plugin ${plugin} was not let through to ${target}: ${reason}.`)
  }
}

/** Keeps only the end of a name: the labels before it could be text that the plugin wants to smuggle out. */
function withoutLabels(host: string): string {
  if (host.startsWith('[') || /^\d+(\.\d+){3}$/.test(host)) return host
  const labels = host.split('.')
  const end = labels.slice(-labelsKept).map((label) => label.slice(0, longestLabel))
  return [...(labels.length > labelsKept ? ['*'] : []), ...end].join('.')
}
