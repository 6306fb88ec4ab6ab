/** Decides which conditions of a hub are worth an alert, from what it knows about its Macs and about who reads them. */
import type { AlertedMac, AlertKind } from '../../contract/alert.ts'
import type { Condition } from './conditions.ts'

/** A Mac that may connect and has joined; all times are Unix milliseconds of the hub. */
export interface MacFacts extends AlertedMac {
  part: number
  /** The time at which it last reported, or joined. */
  seenMs: number
  /** The time at which a second Mac last claimed this identity. */
  copiedMs: number | null
  /** The time since which the hub has been waiting for an event of its journal; null while it has everything. */
  awaitedMs: number | null
  /** The time at which anything from it was last stored. */
  movedMs: number | null
  /** Envelopes that were not taken in. */
  refused: number
  /** The reason why NATS accepts nothing from it, as reported by the Mac. */
  unpublished: Trouble | null
}

interface Trouble {
  reason: string
  sinceMs: number
}

export interface ReaderFacts {
  part: number
  /** The time since which it has been read without interruption. */
  sinceMs: number
  isAlive: boolean
  aliveMs: number
  /** The reason why it cannot store anything. */
  trouble: Trouble | null
}

/** The facts about the relay that takes messages to the plugins of a hub. */
export interface HubRelayFacts {
  /** Whether a plugin or a rule waits for it. */
  isWanted: boolean
  isAlive: boolean
  /** The time at which a relay last reported; null if none ever has. */
  aliveMs: number | null
  /** The reason why the relay in this folder does not work. */
  reason: string | null
}

export interface HubFacts {
  macs: readonly MacFacts[]
  readers: readonly ReaderFacts[]
}

/** Whether an alert is the same for every process of a hub. */
export const isSharedOfHub = ({ kind, mac }: { kind: AlertKind; mac?: AlertedMac }): boolean =>
  mac !== undefined || kind === 'reader_stopped'

interface Asked {
  /** The setting `alerts.mac_silent_minutes`. */
  silentMinutes: number
  raised: readonly { kind: AlertKind; mac?: AlertedMac }[]
  nowMs: number
}

const minuteMs = 60_000
/** A Mac asks every two seconds how far the hub is. */
const heardWithinMs = 30_000
/** An uplink whose identity another one holds asks again within seconds, for as long as it runs. */
const copiedWithinMs = 5 * minuteMs
/** A backlog moves all the time; what has not for so long does not move by itself. */
const stillMs = 5 * minuteMs
/** A server that is started anew takes what is published sooner than this. */
const unpublishedMs = 30_000

export function hubConditions({ macs, readers }: HubFacts, asked: Asked): Condition[] {
  return readers.flatMap((reader) =>
    ofPartition(
      macs.filter(({ part }) => part === reader.part),
      reader,
      asked,
    ),
  )
}

/** Returns the conditions of the relay. Each process judges by its own settings, which say which plugins there are. */
export const hubRelayConditions = ({ isWanted, isAlive, aliveMs, reason }: HubRelayFacts): Condition[] =>
  isWanted && !isAlive ? [condition('relay_stopped', aliveMs, reason)] : []

function ofPartition(macs: readonly MacFacts[], reader: ReaderFacts, { silentMinutes, raised, nowMs }: Asked) {
  const stands = (kind: AlertKind, { id }: AlertedMac) => raised.some((one) => one.kind === kind && one.mac?.id === id)
  const silent = macs.filter((mac) => {
    if (silentMinutes === 0 || nowMs - mac.seenMs < heardWithinMs) return false
    if (stands('mac_silent', mac)) return true
    // Nobody heard what a Mac said while the hub itself was away.
    return reader.isAlive && nowMs - Math.max(mac.seenMs, reader.sinceMs) >= silentMinutes * minuteMs
  })
  const there = macs.filter(({ seenMs }) => nowMs - seenMs < heardWithinMs)
  const behind = there.filter((mac) => reader.isAlive && isBehind(mac, nowMs))
  const copied = macs.filter(({ copiedMs }) => copiedMs !== null && nowMs - copiedMs < copiedWithinMs)
  // If nothing arrives from any Mac, the problem is not one of each Mac.
  const isOfAll = behind.length === there.length && behind.length > (behind.every(isUnpublished) ? 0 : 1)
  return [
    ...(reader.isAlive
      ? stopped(reader, isOfAll ? behind.map((mac) => ({ ...mac, sinceMs: behindSinceMs(mac, nowMs) })) : [])
      : [condition('reader_stopped', reader.aliveMs || null, reader.trouble?.reason ?? null)]),
    ...(isOfAll || reader.trouble !== null
      ? []
      : behind.map((mac) => condition('mac_behind', behindSinceMs(mac, nowMs), whyBehind(mac), mac))),
    ...copied.map((mac) => condition('mac_copied', null, null, mac)),
    ...silent.map((mac) => condition('mac_silent', mac.seenMs, null, mac)),
  ]
}

/** The reason why a running reader ingests nothing: it cannot store anything, or nothing from any Mac reaches it. */
function stopped({ trouble }: ReaderFacts, behind: readonly (MacFacts & { sinceMs: number })[]): Condition[] {
  if (trouble !== null) return [condition('reader_stopped', trouble.sinceMs, trouble.reason)]
  if (behind.length === 0) return []
  const said = behind.find(isUnpublished)?.unpublished?.reason
  return [
    condition(
      'reader_stopped',
      Math.min(...behind.map(({ sinceMs }) => sinceMs)),
      `nothing of any Mac arrives: see whether the disk of nats-server is full${said === undefined ? '' : `; it says: ${said}`}`,
    ),
  ]
}

const isUnpublished = ({ unpublished }: MacFacts): boolean => unpublished !== null

const isBehind = ({ unpublished, ...mac }: MacFacts, nowMs: number): boolean =>
  (unpublished !== null && nowMs - unpublished.sinceMs >= unpublishedMs) || nowMs - lastStepMs(mac, nowMs) >= stillMs

const behindSinceMs = ({ unpublished, ...mac }: MacFacts, nowMs: number): number =>
  Math.min(unpublished?.sinceMs ?? nowMs, lastStepMs(mac, nowMs))

function whyBehind({ refused, unpublished }: MacFacts): string | null {
  if (unpublished !== null) return `nats-server does not take what it sends: ${unpublished.reason}`
  return refused === 0 ? null : 'the hub has refused what it sent: see the log of the hub'
}

/** The time at which its backlog last shrank: now if it has none. */
const lastStepMs = ({ awaitedMs, movedMs }: Pick<MacFacts, 'awaitedMs' | 'movedMs'>, nowMs: number): number =>
  awaitedMs === null ? nowMs : Math.max(awaitedMs, movedMs ?? 0)

const condition = (kind: AlertKind, sinceMs: number | null, reason: string | null, mac?: AlertedMac): Condition => ({
  kind,
  plugin: null,
  webhook: null,
  ...(mac && { mac: { id: mac.id, name: mac.name } }),
  sinceMs,
  reason,
})
