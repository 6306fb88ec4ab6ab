// Registers the SQL functions of Messages' own process, without which chat.db's triggers refuse to run.

import type { DatabaseSync } from 'node:sqlite'

export interface AppleFunctionEffects {
  /** Deletes the file of a deleted attachment. */
  deleteAttachmentFile(filename: string): void
}

export function registerAppleFunctions(db: DatabaseSync, effects: AppleFunctionEffects): void {
  const nothing = { varargs: true } as const
  for (const name of [
    'before_delete_attachment_path',
    'after_delete_message_plugin',
    'verify_chat',
    'delete_chat_background_before_deleting_chat',
  ])
    db.function(name, nothing, () => null)
  db.function('is_mic_enabled', () => 0)
  db.function('guid_for_chat', nothing, (identifier) => `any;-;${identifier}`)
  db.function('delete_attachment_path', nothing, (filename) => {
    if (typeof filename === 'string') effects.deleteAttachmentFile(filename)
    return null
  })
}
