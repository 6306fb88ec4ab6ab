/** Reactions, edits and unsends, for which the window of Messages is operated, since no script can perform them. */
import { errors } from '../contract/errors.ts'
import type { Message } from '../contract/message.ts'
import { findObstacle, permissionProbe } from './availability.ts'
import type { Change } from './change.ts'
import { changeMessage } from './change-message.ts'
import { timings, type WindowOptions } from './deps.ts'

export type WindowAbility = 'send_tapbacks' | 'send_edits' | 'send_unsends'

/**
 * Each method returns the message as chat.db shows it afterwards. They throw `message_not_found`, `unsupported` (with
 * `details.reason`) where the right message cannot be identified for certain, `accessibility_denied`,
 * `automation_denied`, and `send_uncertain` where chat.db does not show the change in time.
 */
export interface MessagesWindow {
  /** Null where this Mac can do it, otherwise the reason and the remedy. */
  trouble(ability: WindowAbility): Promise<string | null>
  tapback(change: { rowid: number; emoji: string; remove: boolean }): Promise<Message>
  edit(change: { rowid: number; text: string }): Promise<Message>
  unsend(change: { rowid: number }): Promise<Message>
}

/** Makes one change at a time. */
export function openMessagesWindow(options: WindowOptions): MessagesWindow {
  const deps = { nowMs: Date.now, selfHandles: () => [], ...options, timings: { ...timings, ...options.timings } }
  const permission = permissionProbe(deps)
  const change = (rowid: number, wanted: Change) => changeMessage(deps, rowid, wanted)
  return {
    async trouble() {
      const refused = findObstacle(deps) ?? (await permission())
      return refused && (refused.reason ?? errors[refused.code].remedy)
    },
    tapback: ({ rowid, emoji, remove }) => change(rowid, { kind: 'tapback', emoji, remove }),
    edit: ({ rowid, text }) => change(rowid, { kind: 'edit', text }),
    unsend: ({ rowid }) => change(rowid, { kind: 'unsend' }),
  }
}
