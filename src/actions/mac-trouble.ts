/** Why Messages or Contacts cannot be read, or nothing be sent, in a sentence with its remedy; null where they can. */
import { ServiceError } from '../domain/service-error.ts'
import type { Doors } from './doors.ts'

export function messagesTrouble(messages: Doors['messages']): string | null {
  try {
    messages.features()
    return null
  } catch (error) {
    if (error instanceof ServiceError) return error.message
    throw error
  }
}

export function contactsTrouble(contacts: Doors['contacts']): string | null {
  const [problem] = contacts.problems()
  if (problem === undefined) return null
  if (problem.kind === 'absent') return 'There are no contacts on this Mac; people are shown by their addresses.'
  if (problem.kind === 'denied')
    return `macOS denies access to Contacts. Give Full Disk Access to ${process.execPath} (System Settings → Privacy & Security).`
  return `A store of Contacts cannot be read: ${problem.path}.`
}

/** Without the database nothing could tell what became of a message, so nothing is sent. */
export const sendingTrouble = ({ messages, sending }: Pick<Doors, 'messages' | 'sending'>): string | null =>
  messagesTrouble(messages) ?? sending.trouble()
