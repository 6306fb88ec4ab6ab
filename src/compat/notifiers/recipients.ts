/** Decides to whom a notifier may send: those of the whitelist and those that the owner named, unless anybody is allowed. */
import type { Config } from '../../contract/config.ts'
import { conversationsMeant } from '../../domain/history/chat-guid.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { listedAs, sameEntry, whitelistEntry } from '../../domain/whitelist.ts'

const mostRecipients = 20

/** Returns each recipient once, as written. Throws `invalid_request` and `forbidden`. */
export function allowedRecipients(
  named: readonly string[],
  { compat: { notifiers }, whitelist }: Pick<Config, 'compat' | 'whitelist'>,
): string[] {
  const wanted = [...new Set(named.map((each) => each.trim()).filter((each) => each !== ''))]
  const recipients = wanted.length > 0 ? wanted : notifiers.recipients
  if (recipients.length === 0)
    throw new ServiceError('invalid_request', 'It says nobody to send to.', {
      path: 'recipients',
      reason: 'is empty, and so is the setting `compat.notifiers.recipients`',
    })
  if (recipients.length > mostRecipients)
    throw new ServiceError('invalid_request', `At most ${mostRecipients} can be sent to at once.`, {
      path: 'recipients',
    })
  if (notifiers.any_recipient) return recipients
  const owners = notifiers.recipients.flatMap((text) => whitelistEntry(text, isGroup) ?? [])
  const isAllowed = (text: string) => {
    const meant = whitelistEntry(text, isGroup)
    if (meant === undefined) return false
    return listedAs(whitelist, meant) !== undefined || owners.some((each) => sameEntry(each, meant))
  }
  if (recipients.every(isAllowed)) return recipients
  throw new ServiceError('forbidden', 'A recipient is not on the whitelist.', {
    reason:
      'add the recipient to the whitelist or to `compat.notifiers.recipients`, or set `compat.notifiers.any_recipient`',
  })
}

/** A GUID of a group is one by its form, whether or not Messages knows it. */
const isGroup = (text: string): boolean => /^[^;]*;\+;/.test(text)

/** Whether a recipient is written as the GUID of a chat. */
export const isChat = (recipient: string): boolean => isGroup(recipient) || conversationsMeant(recipient).length > 0
