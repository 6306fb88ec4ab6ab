/** Maps the actions of a focused message to their keys. */
import type { MessageAction } from './message-actions.ts'

const keys: Readonly<Partial<Record<MessageAction, string>>> = {
  react: 't',
  answer: 'r',
  copy: 'c',
  copy_link: 'l',
  star: 's',
  edit: 'e',
  unsend: 'Delete',
}

export const keyOf = (action: MessageAction): string | undefined => keys[action]
