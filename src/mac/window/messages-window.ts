/** What is done by operating the window of Messages, since no script can: reactions, edits and unsends. */
import type { Message } from '../../contract/message.ts'

export type WindowAbility = 'send_tapbacks' | 'send_edits' | 'send_unsends'

/**
 * Each answers the message as chat.db shows it afterwards. They throw `message_not_found`, `unsupported` (with
 * `details.reason`) where it cannot be known to hit the right message, `accessibility_denied`, `automation_denied`, and
 * `send_uncertain` where chat.db does not show in time that it happened.
 */
export interface MessagesWindow {
  /** Null where this Mac can, else why not and what to do about it. */
  trouble(ability: WindowAbility): Promise<string | null>
  tapback(change: { rowid: number; emoji: string; remove: boolean }): Promise<Message>
  edit(change: { rowid: number; text: string }): Promise<Message>
  unsend(change: { rowid: number }): Promise<Message>
}
