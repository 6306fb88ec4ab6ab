/**
 * The interface of Messages for scripts: the part of its dictionary that still works, and what System Events shows of
 * it.
 */
import type { UiElement } from './osascript/ui-element.ts'

export type Service = 'iMessage' | 'SMS' | 'RCS'

export interface Chat {
  readonly guid: string
  readonly name: string | null
  readonly participants: readonly string[]
}

export type Target = { readonly guid: string } | { readonly handle: string; readonly service: Service | undefined }

type Outgoing = { readonly text: string } | { readonly path: string }

export interface SendRequest {
  readonly content: Outgoing
  readonly target: Target
  /** The time for which the script waits for a reply. */
  readonly timeoutMs: number
}

export interface MessagesApp {
  readonly version: string
  /** Whether the dictionary of this macOS has the word RCS. */
  knowsRcs(): boolean
  running(): boolean
  launch(): void
  quit(): void
  /** Throws the error with which macOS refuses, if the script may not or cannot control Messages. */
  admit(): void
  accounts(): readonly Service[]
  chat(guid: string): Chat | undefined
  chatGuids(): readonly string[]
  send(request: SendRequest): void
  pause(ms: number): void
  /** Opens an address of Messages, like `open location`. */
  openLocation(address: string): void
  systemEvents(): UiElement
}
