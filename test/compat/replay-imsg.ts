/**
 * Replays what a client of `imsg rpc` asks, in its order, and checks what the client reads from each answer and from each
 * notification. The transcripts in `transcripts/imsg` describe programs that do not run here.
 */
import { readdirSync, readFileSync } from 'node:fs'
import type { ImsgProcess } from '../harness/imsg-process.ts'
import { until } from '../harness/until.ts'
import { type Reads, unreadable, valueAt } from './reads.ts'
import { filled, filledIn, type Replayed } from './replay.ts'

interface Asked {
  asks: string
  /** `{name}` stands for a value of the world, `{name:number}` for one that is a number. */
  params?: unknown
  reads?: Reads
  /** Values for later steps, by the path in the result. */
  keeps?: Readonly<Record<string, string>>
}

/** The other person writes. */
interface Arrival {
  arrives: string
}

/** The subscription that was kept as `subscription` tells of the last arrival. */
interface Told {
  told: 'message'
  reads: Reads
}

export interface ImsgTranscript {
  client: string
  /** The release or commit that was read. */
  release: string
  /** The arguments with which the executable is started. */
  args: readonly string[]
  steps: readonly (Asked | Arrival | Told)[]
}

export interface ImsgServed {
  rpc: ImsgProcess
  /** The values for which `{name}` stands. */
  values: Readonly<Record<string, string>>
  arrive(text: string): void
}

const folder = new URL('transcripts/imsg/', import.meta.url)

export const imsgTranscripts = (): ImsgTranscript[] =>
  readdirSync(folder)
    .toSorted()
    .map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')))

export async function replayImsg(
  { client, steps }: ImsgTranscript,
  { rpc, arrive, ...served }: ImsgServed,
): Promise<Replayed> {
  const replayed: Replayed = { client, calls: [], refused: [], differs: [], findings: [] }
  const values: Record<string, string> = { ...served.values }
  let lastText = ''
  for (const step of steps) {
    if ('arrives' in step) {
      lastText = filled(step.arrives, values)
      arrive(lastText)
    } else if ('told' in step) {
      const message = await toldOf(rpc, Number(values.subscription), lastText)
      replayed.findings.push(...unreadable(message, step.reads).map((line) => `notification: ${line}`))
    } else {
      const { result, error } = await rpc.call(step.asks, filledIn(step.params, values))
      replayed.calls.push(step.asks)
      if (error !== undefined) replayed.findings.push(`${step.asks}: ${error.code} ${error.message}`)
      for (const [name, path] of Object.entries(step.keeps ?? {})) values[name] = String(valueAt(result, path))
      const reads = filledIn(step.reads ?? {}, values) as Reads
      replayed.findings.push(...unreadable(result, reads).map((line) => `${step.asks}: ${line}`))
    }
  }
  return replayed
}

async function toldOf(rpc: ImsgProcess, subscription: number, text: string): Promise<unknown> {
  const told = () => rpc.messages(subscription).find((message) => message.text === text)
  await until(() => told() !== undefined, {
    describe: () => `a notification of “${text}”; came ${JSON.stringify(rpc.told('error', subscription))}`,
  })
  return told()
}
