/**
 * Declares the services that the bridge lends to the plugin host to answer calls of plugins: sending, files, and the
 * audit log.
 */
import type { ConversationKey, MessageGuid } from '../../contract/ids.ts'
import type { Send } from '../../contract/send.ts'
import type { RelayMessage } from '../../domain/message.ts'
import type { AuditLog } from '../../store/audit-log.ts'
import type { Uploads } from '../../store/uploads.ts'

export interface PluginOrder {
  conversation: ConversationKey
  text?: string
  file?: { path: string; name: string; sha256: string }
  /** `plugin:<name>` */
  by: string
  idempotencyKey?: string
}

export interface AttachmentBytes {
  size: number
  bytes: AsyncIterable<Uint8Array>
  /** Closes the file, whether or not it was read to its end. */
  close(): void
}

/** A Mac answers at once, and a hub once PostgreSQL or the Mac of the line has. */
type Awaitable<T> = T | Promise<T>

export interface CallServices {
  /**
   * Resolves once the message has landed or failed, or with its state when the time is over; throws the reason why it
   * cannot be sent at all.
   */
  send(order: PluginOrder): Promise<Send>
  uploads: Pick<Uploads, 'keep' | 'release'>
  /** Undefined when the file is not there. */
  attachmentBytes(guid: string): Awaitable<AttachmentBytes | undefined>
  /** The current text of a message; undefined when it cannot be determined. */
  textOf(guid: MessageGuid): Awaitable<string | null | undefined>
  /** Reads a message again as it was relayed; undefined when it cannot be read any more. */
  messageAgain(guid: MessageGuid): RelayMessage | undefined
  audit: AuditLog
}
