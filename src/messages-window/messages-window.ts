/** Declares the actions that require operating the window of Messages, since no script can perform them. */
import type { Message } from '../contract/message.ts'

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
