/** Describes a client that others wrote: how it is driven against the service, and what it could do there. */
import type { Mac } from '../../simulator/mac.ts'
import type { Receiver } from '../../test/harness/receiver.ts'
import { ProofRecord } from '../record.ts'
import type { World } from '../world.ts'
import type { ProgramFolder } from './programs.ts'
import type { Recorder } from './recorder.ts'

export interface Client {
  /** The name for the command line and the table. */
  name: string
  /** Its package with the release, or the commit from which a transcript was written. */
  release: string
  door: 'BlueBubbles' | 'imsg' | 'both'
  /** A clause that says what it does here. */
  does: string
  programs?: ProgramFolder
  /** Needs a Mac at the other end of the connection. */
  isForMacs?: true
  run(place: Place): Promise<Came>
}

/** The name of what a client did on a hub. */
export const onHub = (name: string): string => `${name} on a hub`

/** The outcome of a client. */
export interface Came {
  /** The distinct calls that it made. */
  calls: readonly string[]
  /** The requests that are refused as the original refuses them, without the Private API or a route. */
  refused: readonly string[]
  /** The responses that differ from the original's, with the reason. */
  differs: readonly string[]
  /** The things that did not work. */
  findings: readonly string[]
  /** A figure or an observation, in one line. */
  said?: string
}

export interface Place {
  /** A folder with node_modules in which the client is installed. */
  folder: string
  /** An empty folder for its files. */
  work: string
  /** The service that it connects to: its address, and where one restarts it, on a Mac. */
  world: Pick<World, 'url' | 'web' | 'startWeb'>
  mac: Mac
  /** The address of the listener. */
  listener: string
  /** The listener, behind a recorder. */
  recorder: Recorder
  /** An API key with the scopes read and write, which is the password. */
  password: string
  receiver: Receiver
  /** The values that transcripts call by name. */
  values: Readonly<Record<string, string>>
  /** Somebody writes to the owner of the Mac. */
  arrive(text: string): void
}

export const compatRecord = new ProofRecord<Came>('compat')

/** Sums up what the recorder saw: a refusal in the original's words is no fault, any other error is. */
export function cameOf({ recorder: { calls } }: Place, more: Partial<Came> = {}): Came {
  const distinct = (list: readonly string[]) => [...new Set(list)]
  const isRefusal = ({ status, error, call }: (typeof calls)[number]) =>
    (error?.type === 'iMessage Error' && /Private API/.test(error.message)) || isUnknownThere(call, status)
  const faults = calls.filter((call) => call.status >= 400 && !isRefusal(call))
  return {
    calls: distinct(calls.map(({ call }) => call)),
    refused: distinct(calls.filter(isRefusal).map(({ call }) => call)),
    differs: more.differs ?? [],
    findings: [
      ...(more.findings ?? []),
      ...distinct(faults.map(({ call, status, error }) => `${call}: ${status} ${error?.message ?? ''}`)),
    ],
    ...(more.said !== undefined && { said: more.said }),
  }
}

/** Routes of other servers that the original does not have either. */
const isUnknownThere = (call: string, status: number): boolean =>
  status === 404 && /\/(poll|background|audio-transcript|url-preview)|PATCH |findmy|fcm\/client/.test(call)

/** The newest texts that were sent from this Mac, as the service's own API tells them. */
export async function sentTexts({ world, password }: Place): Promise<string[]> {
  const response = await fetch(`${world.url}/api/v1/rows?newest_first=true&limit=30`, {
    headers: { authorization: `Bearer ${password}` },
  })
  const { rows } = (await response.json()) as { rows: { is_from_me: boolean; text: string | null }[] }
  return rows.flatMap(({ is_from_me: isFromMe, text }) => (isFromMe && text !== null ? [text] : []))
}
