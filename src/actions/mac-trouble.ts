/**
 * Explains why Messages or Contacts cannot be read, or why nothing can be sent, with the remedy; null where all is
 * well.
 */
import { type Finding, found, foundBy, told } from '../contract/findings.ts'
import { ServiceError } from '../domain/service-error.ts'
import type { Services } from './services.ts'

export function messagesTrouble(messages: Services['messages']): Finding | null {
  try {
    messages.features()
    return null
  } catch (error) {
    if (error instanceof ServiceError) return foundBy(error)
    throw error
  }
}

export function contactsTrouble(contacts: Services['contacts']): Finding | null {
  const [problem] = contacts.problems()
  if (problem === undefined) return null
  return found(`contacts_${problem.kind}`, { program: process.execPath })
}

/** Refuses to send while chat.db cannot be read: nothing could report the outcome of the message. */
export function sendingTrouble({ messages, sending }: Pick<Services, 'messages' | 'sending'>): Finding | null {
  const trouble = sending.trouble()
  return messagesTrouble(messages) ?? (trouble === null ? null : told(trouble))
}
