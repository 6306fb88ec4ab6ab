/** Resolves the typed recipient to an address, looking up names in Contacts. */
import type { Client } from '../../client/client.ts'
import { meantByName, type Recipient, writtenAddress } from '../../domain/recipient.ts'
import { ServiceError } from '../../domain/service-error.ts'

/** Throws `invalid_request` where nobody has the name, or several people do, who are then listed. */
export async function addressOf(client: Client, typed: string): Promise<Recipient> {
  const written = writtenAddress(typed)
  if (written !== undefined) return written
  const found = await client.list_contacts({ q: typed })
  const [first, ...others] = meantByName(typed, found, found.length > 1 ? await talkedTo(client) : [])
  if (first === undefined) throw new ServiceError('invalid_request', `Nobody in Contacts is called "${typed}".`)
  if (others.length === 0) return { handle: first.handle }
  throw new ServiceError('invalid_request', `"${typed}" may be any of several: give the address of one.`, {
    to: [first, ...others].map(({ name, handle }) => `${name}  ${handle}`),
  })
}

const conversationsLookedAt = 200

async function talkedTo(client: Client): Promise<string[]> {
  const conversations = await client.list_conversations({ limit: conversationsLookedAt })
  return conversations.filter(({ is_group }) => !is_group).map(({ handle }) => handle)
}
