/**
 * Renames the lines of a hub, and chooses the one from which messages are sent if nothing else decides. Every change is
 * audited.
 */
import type { Config } from '../../contract/config.ts'
import type { Grant } from '../../contract/grant.ts'
import { ServiceError } from '../../domain/service-error.ts'
import type { AuditLog } from '../../store/audit-log.ts'
import type { Settings } from '../../store/settings.ts'
import type { Transactions } from '../store/database.ts'
import { makeDefault, renameLine } from '../store/lines.ts'
import { type LineRow, linesOf } from '../store/macs.ts'

export interface HubLinesOptions {
  database: Transactions
  audit: Pick<AuditLog, 'append'>
  /** The settings of the hub: grants of keys name lines. */
  settings: Pick<Settings, 'change'>
}

export class HubLines {
  readonly #options: HubLinesOptions

  constructor(options: HubLinesOptions) {
    this.#options = options
  }

  list(): Promise<LineRow[]> {
    return linesOf(this.#options.database)
  }

  /** Finds a line by its name. Throws `not_found`. */
  async find(name: string): Promise<LineRow> {
    return (await this.list()).find((line) => line.name === name) ?? noLine(name)
  }

  /**
   * Renames a line; keys see and use it as before under its new name. If this is interrupted, they cannot see it until
   * it is repeated, and they never see another line. Throws `not_found` and `conflict`.
   */
  async rename(id: number, name: string, principal: string): Promise<void> {
    const { database, audit, settings } = this.#options
    const isKnown = await database.transaction(async (sql) => {
      const before = await renameLine(sql, id, name.trim())
      if (before !== undefined && before !== name.trim())
        settings.change((current) => grantsWith(current, before, name.trim()))
      return before !== undefined
    })
    if (!isKnown) return noLine(String(id))
    audit.append({ action: 'line_renamed', principal, target: String(id), result: 'ok' })
  }

  /** Makes a line the default, or no longer; at most one line is. Throws `not_found`. */
  async setDefault(id: number, isDefault: boolean, principal: string): Promise<void> {
    const { database, audit } = this.#options
    if (!(await makeDefault(database, id, isDefault))) return noLine(String(id))
    audit.append({ action: 'default_line_changed', principal, target: String(id), result: 'ok' })
  }
}

function noLine(named: string): never {
  throw new ServiceError('not_found', `The hub has no line “${named}”.`)
}

type NamesLines = Pick<Grant, 'lines' | 'may_send_as'>

/** Returns the keys with the new name of a line in the place of the previous one. */
function grantsWith({ auth: { api_keys: keys } }: Config, before: string, after: string) {
  const renamed = (names: readonly string[]) => names.map((name) => (name === before ? after : name))
  const inGrant = <G extends NamesLines>(grant: G): G => ({
    ...grant,
    ...(grant.lines && { lines: renamed(grant.lines) }),
    ...(grant.may_send_as && { may_send_as: renamed(grant.may_send_as) }),
  })
  return { auth: { api_keys: keys.map((key) => (key.grant ? { ...key, grant: inGrant(key.grant) } : key)) } }
}
