/** Declares the form of an action: a function of its input and of the services that it needs, for any caller. */
import type { Readable } from 'node:stream'
import type { ActionName, Endpoints, Input, Output } from '../contract/endpoints.ts'
import type { Grant } from '../contract/grant.ts'
import type { Scope } from '../contract/scopes.ts'
import type { UploadedFile } from '../sending/sending.ts'
import type { SendingServices, Services } from './services.ts'

export interface Caller {
  /** `open` while no password is set. */
  via: 'open' | 'session' | 'key'
  /** The id of the session or key. */
  id: string | null
  scopes: readonly Scope[]
  /** The part of the messages that exists for the caller, and how it sends; null if nothing is limited. */
  grant: Grant | null
  /** The id of the API key through which the owner looks, who has its scope and grant meanwhile. */
  seesAs?: string
}

export interface ActionRequest {
  caller: Caller
  /** Header names in lower case. */
  headers: Readonly<Record<string, string | undefined>>
  /**
   * Whether the caller sits at this Mac, as far as that is known; windows on the Mac are opened only for such callers.
   */
  isHere: boolean
}

/** A response of bytes: a file or a part of one. */
export interface Bytes {
  status: 200 | 206 | 304
  headers: Record<string, string>
  body: Readable | Uint8Array | null
}

type Answer<K extends ActionName> = Endpoints[K]['returns'] extends { as: 'bytes' } ? Bytes : Output<K>

/** Actions with an upload also receive the uploaded file, which is in the folder of uploads. */
type RequestOf<K extends ActionName> = Endpoints[K] extends { upload: string }
  ? ActionRequest & { file: UploadedFile }
  : ActionRequest

export type Action<K extends ActionName> = (
  input: Input<K>,
  services: Services,
  request: RequestOf<K>,
) => Answer<K> | Promise<Answer<K>>

/** An action of sends, for a Mac and for a hub. */
export type SendAction<K extends ActionName> = (
  input: Input<K>,
  services: SendingServices,
  request: RequestOf<K>,
) => Answer<K> | Promise<Answer<K>>

/** A row of the endpoint table without an action does not compile. */
export type Actions = { [K in ActionName]: Action<K> }
