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

export interface CallServices {
  /**
   * Resolves once the message has landed or failed, or with its state when the time is over; throws the reason why it
   * cannot be sent at all.
   */
  send(order: PluginOrder): Promise<Send>
  uploads: Pick<Uploads, 'keep' | 'release'>
  /** Returns undefined when the file is not on this Mac. */
  attachmentBytes(guid: string): AttachmentBytes | undefined
  /** The current text of a message; undefined when it cannot be determined. */
  textOf(guid: MessageGuid): string | null | undefined
  /** Reads a message again as it was relayed; undefined when Messages has it no more. */
  messageAgain(guid: MessageGuid): RelayMessage | undefined
  audit: AuditLog
}
