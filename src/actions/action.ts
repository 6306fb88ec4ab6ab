/** The form of an action: what anyone may ask, as a function of its input and of the doors it needs. */
import type { Readable } from 'node:stream'
import type { ActionName, Endpoints, Input, Output } from '../contract/endpoints.ts'
import type { Scope } from '../contract/scopes.ts'
import type { UploadedFile } from '../sending/sending.ts'
import type { Doors } from './doors.ts'

export interface Caller {
  /** `open` while no password is set. */
  via: 'open' | 'session' | 'key'
  /** Of the session or key. */
  id: string | null
  scopes: readonly Scope[]
}

export interface Asked {
  caller: Caller
  /** Names in lower case. */
  headers: Readonly<Record<string, string | undefined>>
  /** Whether whoever asks sits at this Mac, as far as can be told: what opens a window there is done for them alone. */
  isHere: boolean
}

/** An answer of bytes: a file or a part of one. */
export interface Bytes {
  status: 200 | 206 | 304
  headers: Record<string, string>
  body: Readable | Uint8Array | null
}

type Answer<K extends ActionName> = Endpoints[K]['returns'] extends { as: 'bytes' } ? Bytes : Output<K>

/** Rows with an upload are asked with the file, which lies among the uploads. */
type AskedOf<K extends ActionName> = Endpoints[K] extends { upload: string } ? Asked & { file: UploadedFile } : Asked

export type Action<K extends ActionName> = (
  input: Input<K>,
  doors: Doors,
  asked: AskedOf<K>,
) => Answer<K> | Promise<Answer<K>>

/** A row without an action does not compile. */
export type Actions = { [K in ActionName]: Action<K> }
