/**
 * Adds the Macs of a hub, lets them join with a code, renames and revokes them. Every change is written to the audit
 * log.
 */
import { timestamp } from '../../base/timestamp.ts'
import type { Mac, MacCode, macStates } from '../../contract/mac.ts'
import { ServiceError } from '../../domain/service-error.ts'
import type { AuditLog } from '../../store/audit-log.ts'
import type { Sql, Transactions } from '../store/database.ts'
import {
  addMac,
  type EnrolledMac,
  enrolledMac,
  enrolledMacs,
  putCode,
  redeemCode,
  refuseMac,
  renameMac,
} from '../store/enrolment.ts'
import { hashOfCode, newCode } from './code.ts'
import type { HubKeys } from './hub-keys.ts'

export interface HubMacsOptions {
  database: Transactions
  keys: HubKeys
  audit: Pick<AuditLog, 'append'>
  /** Tells nats-server which Macs are refused. */
  tellAccounts(): Promise<void>
  /** The addresses that a Mac is told when it joins. */
  nats(): { servers: string[]; ca: string | null }
  partitions(): number
  nowMs?: () => number
}

const codeMs = 15 * 60_000
/** A connected Mac asks every two seconds how far the hub has read. */
const seenWithinMs = 30_000
/** The most failed codes of all clients within the window: a code has sixty bits, so nobody needs more. */
const mostFailures = 20
const windowMs = 15 * 60_000

export class HubMacs {
  readonly #options: HubMacsOptions
  readonly #nowMs: () => number
  #failuresMs: number[] = []

  constructor(options: HubMacsOptions) {
    this.#options = options
    this.#nowMs = options.nowMs ?? Date.now
  }

  list(): Promise<Mac[]> {
    return macsIn(this.#options.database, this.#nowMs())
  }

  /** Finds a Mac by its id or its name. Throws `not_found`. */
  async find(named: string): Promise<Mac> {
    const macs = await this.list()
    const found =
      macs.find(({ id }) => id === named) ?? macs.find(({ name, state }) => name === named && state !== 'revoked')
    return found ?? noMac(named)
  }

  /** Adds a Mac. Throws `conflict`. */
  async add({ name, line = name }: { name: string; line?: string | undefined }, principal: string): Promise<MacCode> {
    const { database } = this.#options
    const nowMs = this.#nowMs()
    const part = await this.#leastUsedPartition()
    const id = await addMac(database, { label: name.trim(), line: line.trim(), part, nowMs })
    this.#audit('mac_added', principal, id)
    return this.#makeCode(id, principal)
  }

  /** Makes a code, which replaces the previous one. Throws `not_found`. */
  async newCode(id: string, principal: string): Promise<MacCode> {
    const mac = await enrolledMac(this.#options.database, id)
    if (mac === undefined || mac.revoked_ms !== null) return noMac(id)
    return this.#makeCode(id, principal)
  }

  /** Renames a Mac. Throws `not_found` and `conflict`. */
  async rename(id: string, name: string, principal: string): Promise<Mac> {
    if (!(await renameMac(this.#options.database, id, name.trim()))) return noMac(id)
    this.#audit('mac_renamed', principal, id)
    return this.#shown(id)
  }

  /**
   * Revokes a Mac: the hub stores nothing from it any more; nats-server ends its connection at once, or refuses it when
   * it is back. Throws `not_found`.
   */
  async revoke(id: string, principal: string): Promise<void> {
    if (!(await refuseMac(this.#options.database, id, this.#nowMs()))) return noMac(id)
    this.#audit('mac_revoked', principal, id)
    await this.#options.tellAccounts()
  }

  /** Lets a Mac join with a code. Throws `code_refused` and `rate_limited`. */
  async join({ code, public_key: nkey }: { code: string; public_key: string }) {
    const { database, keys, nats } = this.#options
    const nowMs = this.#nowMs()
    this.#requireFewFailures(nowMs)
    const mac = await redeemCode(database, { sha256: hashOfCode(code), nkey, nowMs })
    if (mac === undefined) {
      this.#failuresMs.push(nowMs)
      throw new ServiceError('code_refused', 'No Mac can join with this code: it is wrong, was used, or has expired.')
    }
    this.#audit('mac_joined', `mac:${mac.name}`, mac.name)
    // The machine that had joined before is refused from now on.
    if (mac.nkey !== null) await this.#options.tellAccounts()
    return {
      mac: mac.name,
      line: mac.line_name,
      partition: mac.part,
      jwt: await keys.macJwt({ name: mac.name, nkey, partition: mac.part }),
      ...nats(),
    }
  }

  #requireFewFailures(nowMs: number): void {
    this.#failuresMs = this.#failuresMs.filter((atMs) => nowMs - atMs < windowMs)
    const oldest = this.#failuresMs.at(-mostFailures)
    if (oldest === undefined) return
    const retry = Math.ceil((oldest + windowMs - nowMs) / 1_000)
    throw new ServiceError('rate_limited', 'Too many wrong codes were tried.', { retry_after_s: retry })
  }

  async #makeCode(id: string, principal: string): Promise<MacCode> {
    const [code, expiresMs] = [newCode(), this.#nowMs() + codeMs]
    await putCode(this.#options.database, { mac: id, sha256: hashOfCode(code), expiresMs })
    this.#audit('mac_code_made', principal, id)
    return { mac: await this.#shown(id), code, expires_at: timestamp(expiresMs) }
  }

  async #shown(id: string): Promise<Mac> {
    const mac = await enrolledMac(this.#options.database, id)
    return mac === undefined ? noMac(id) : shownMac(mac, this.#nowMs())
  }

  async #leastUsedPartition(): Promise<number> {
    const counts = Array.from({ length: this.#options.partitions() }, () => 0)
    for (const { part, revoked_ms } of await enrolledMacs(this.#options.database))
      if (revoked_ms === null && counts[part] !== undefined) counts[part]++
    return counts.indexOf(Math.min(...counts))
  }

  #audit(action: 'mac_added' | 'mac_code_made' | 'mac_joined' | 'mac_renamed' | 'mac_revoked', by: string, id: string) {
    this.#options.audit.append({ action, principal: by, target: id, result: 'ok' })
  }
}

function noMac(named: string): never {
  throw new ServiceError('not_found', `The hub has no Mac “${named}”.`)
}

/** Lists all Macs. */
export const macsIn = async (sql: Sql, nowMs: number): Promise<Mac[]> =>
  (await enrolledMacs(sql)).map((mac) => shownMac(mac, nowMs))

function shownMac(mac: EnrolledMac, nowMs: number): Mac {
  return {
    id: mac.name,
    name: mac.label,
    line: { id: mac.line, name: mac.line_name },
    state: stateOf(mac, nowMs),
    version: mac.release,
    lag: lagOf(mac, nowMs),
    history_complete: mac.past_done,
    waiting_orders: mac.waiting_orders,
    oldest_order_at: timestamp(mac.oldest_order_ms),
    added_at: timestamp(mac.added_ms),
    joined_at: timestamp(mac.joined_ms),
    last_seen_at: timestamp(mac.seen_ms),
    revoked_at: timestamp(mac.revoked_ms),
    code_expires_at: timestamp(mac.expires_ms),
    cloned_at: timestamp(mac.cloned_ms),
    refused: mac.refused,
  }
}

function lagOf({ newest, mark, awaited_ms }: EnrolledMac, nowMs: number): Mac['lag'] {
  if (newest === null) return null
  const seconds = awaited_ms === null ? 0 : Math.round((nowMs - awaited_ms) / 1_000)
  return { events: Math.max(0, newest - mark), seconds: Math.max(0, seconds) }
}

function stateOf({ nkey, seen_ms, revoked_ms }: EnrolledMac, nowMs: number): (typeof macStates)[number] {
  if (revoked_ms !== null) return 'revoked'
  if (nkey === null) return 'invited'
  return seen_ms !== null && nowMs - seen_ms < seenWithinMs ? 'connected' : 'silent'
}
