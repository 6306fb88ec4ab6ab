/** Opens, moves or closes the debug mirror while the bridge runs, as the settings require. */
import type { RelayMessage } from '../domain/message.ts'
import { type Mirror, type MirrorRecord, mirrorPath, openMirror } from '../store/mirror-file.ts'
import type { Settings } from '../store/settings.ts'

export interface DebugMirror {
  append(record: MirrorRecord): void
  close(): void
}

export function debugMirror(base: string, settings: Pick<Settings, 'onChange'>): DebugMirror {
  let open: { path: string; mirror: Mirror } | undefined
  const close = () => {
    open?.mirror.close()
    open = undefined
  }
  settings.onChange(({ relay }) => {
    const path = mirrorPath(base, relay.mirror_file)
    if (path === open?.path) return
    close()
    if (path !== undefined) open = { path, mirror: openMirror(path) }
  })
  return {
    append: (record) => void open?.mirror.append(record),
    close,
  }
}

/** Formats a relayed message for the mirror: in snake_case, like all records of the product. */
export const messageRecord = (message: RelayMessage): MirrorRecord => ({
  event: 'message',
  source: 'bridge',
  fields: {
    guid: message.guid,
    rowid: message.rowid,
    chat_guid: message.chatGuid,
    conversation: message.conversation,
    handle: message.handle,
    sender: message.sender,
    is_group: message.isGroup,
    group_name: message.groupName,
    service: message.service,
    text: message.text,
    sent_at: new Date(message.sentAtMs).toISOString(),
    kind: message.kind,
    reply_to: message.replyTo,
    attachments: message.attachments,
  },
})
