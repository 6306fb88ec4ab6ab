/** Waits until every message has arrived and every send has a final state, or reports what it still waits for. */
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { dirOf } from '../../test/harness/bridge-process.ts'
import { until } from '../../test/harness/until.ts'
import type { World } from './chaos-world.ts'

export interface Settled {
  /** The state that the service reports for each ordered text. */
  ordered: Map<string, string | undefined>
  /** What is unfinished, in sentences; empty when nothing is. */
  waitedFor: string[]
}

/**
 * A script whose sender died before it knew the process is waited for 30 s, its row 60 s after that, and an order 5
 * minutes for its turn; a plugin that failed several times in a row pauses for minutes.
 */
const patienceMs = 400_000
const everyMs = 200

export async function settled(world: World): Promise<Settled> {
  const isThere = () => missing(world).length === 0
  const haveArrived = await until(isThere, { withinMs: patienceMs, everyMs }).then(
    () => true,
    () => false,
  )
  const { ordered, waitedFor } = await sendsSettled({ ordered: world.sender.ordered, url: world.url() })
  if (!haveArrived) waitedFor.unshift(`${missing(world).length} messages had not arrived`)
  return { ordered, waitedFor: waitedFor.map((sentence) => `${sentence}. ${signsOf(world)}`) }
}

interface Orders {
  ordered: ReadonlyMap<string, string | undefined>
  url: string
}

export async function sendsSettled({ ordered: ids, url }: Orders): Promise<Settled> {
  const endMs = performance.now() + patienceMs
  const ordered = new Map<string, string | undefined>()
  const waitedFor: string[] = []
  for (const [text, id] of ids) {
    const look = async () => {
      ordered.set(text, id && (await stateOf(url, id)))
      return !open.includes(ordered.get(text))
    }
    const withinMs = Math.max(0, endMs - performance.now())
    await until(look, { withinMs, everyMs }).catch(() => waitedFor.push(`“${text}” was still ${ordered.get(text)}`))
  }
  return { ordered, waitedFor }
}

const open: readonly (string | undefined)[] = ['queued', 'handed_over']

export function missing({ talkers, taken }: World): string[] {
  const arrived = new Set(taken().map(({ text }) => text))
  return [...talkers.said.values()].flat().filter((text) => !arrived.has(text))
}

async function stateOf(url: string, id: string): Promise<string | undefined> {
  const response = await fetch(`${url}/api/v1/sends/${id}`, { signal: AbortSignal.timeout(10_000) })
  return ((await response.json()) as { state?: string }).state
}

/** Returns the bridge's status, and the newest log lines that report trouble. */
export function signsOf({ mac, bridge }: World): string {
  const troubles = endOf(dirOf(mac.home).logFile)
    .split('\n')
    .filter((line) => /"level":"(warn|error)"/.test(line))
  return `The bridge says ${JSON.stringify(bridge.status())}; the log ends with\n${troubles.slice(-8).join('\n')}`
}

const endBytes = 100_000

function endOf(path: string): string {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  const from = Math.max(0, size - endBytes)
  const buffer = Buffer.alloc(size - from)
  if (size === 0) return ''
  const file = openSync(path, 'r')
  readSync(file, buffer, 0, buffer.length, from)
  closeSync(file)
  return buffer.toString()
}
