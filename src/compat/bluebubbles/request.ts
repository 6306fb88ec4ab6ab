/** Declares what a handler of a route receives, and the routes themselves as rows of a table. */

import type { Bytes, Caller } from '../../actions/action.ts'
import type { Ask, AskOptions } from '../../actions/ask-as.ts'
import type { Services } from '../../actions/services.ts'
import type { Scope } from '../../contract/scopes.ts'
import type { Relay } from '../wire/relay.ts'
import type { Answer } from './envelope.ts'
import type { HandleIndex } from './handles.ts'
import type { Host } from './host.ts'
import type { Fields } from './input.ts'
import type { LiveEvents } from './live-events.ts'

export type UploadedFile = NonNullable<AskOptions['file']>

/** All requests of one caller, the holder of the key that serves as password. */
export interface Session {
  caller: Caller
  /** Our own API for this caller. */
  relay: Relay
  /** The same for endpoints of bytes and files. */
  ask: Ask
  /** The handles of Messages, remembered for a few seconds. */
  handles(): Promise<HandleIndex>
}

export interface BlueBubblesRequest {
  session: Session
  /** The services of the caller: for a key with a grant they hold the part that it opens. */
  services: Services
  /** The release of macOS; undefined where this is no Mac. */
  macos: Services['mac']['macos']
  host: Host
  /** The events that the listener sends by itself, and the webhooks that get them. */
  live: Pick<LiveEvents, 'webhooks' | 'tempGuids' | 'tell' | 'tellFailed'>
  params: Readonly<Record<string, string>>
  query: Fields
  body: Fields
  /** The body as it was sent, for the few routes that take a list. */
  rawBody: unknown
  /** Present for routes with an upload. */
  file?: UploadedFile
  /** Aborts when the listener closes. */
  signal: AbortSignal
}

export type Handler = (request: BlueBubblesRequest) => Promise<Answer | FileAnswer> | Answer

/** A file, which is answered without an envelope. */
export class FileAnswer {
  readonly bytes: Bytes
  constructor(bytes: Bytes) {
    this.bytes = bytes
  }
}

export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below `/api/v1/`, with parameters as `:name`. */
  path: string
  /** The scope that the key needs. */
  scopes: readonly Scope[]
  /** Closed to keys with a grant, since nothing of it could be narrowed. */
  isWholeOnly?: true
  /** Absent for what the original does through its helper inside of Messages: one error answers all of those. */
  handle?: Handler
  /** Name of the part of a form that is a file. */
  upload?: string
}
