/** What the bridge lends the plugin host, so that calls of plugins can be answered: sending, files, and what must be noted. */
import type { ConversationKey, MessageGuid } from '../../contract/ids.ts'
import type { Send } from '../../contract/send.ts'
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
  /** Read to its end or not. */
  close(): void
}

export interface CallDoors {
  /** Resolves once the message has landed or failed, or as it stands by then; throws what keeps it from being sent at all. */
  send(order: PluginOrder): Promise<Send>
  uploads: Pick<Uploads, 'keep' | 'release'>
  /** Undefined when the file is not on this Mac. */
  attachmentBytes(guid: string): AttachmentBytes | undefined
  /** The text of a message as it is now; undefined when nobody can tell. */
  textOf(guid: MessageGuid): string | null | undefined
  audit: AuditLog
}
