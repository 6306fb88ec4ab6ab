/**
 * Resolves what somebody wrote as a recipient (a GUID, an address or a name) for every program of this Mac in the same
 * way. If a name is ambiguous, it chooses none.
 */
import type { Client } from '../client/client.ts'
import { type Candidate, candidatesNamed, type Recipient, severalMeant, writtenAddress } from '../domain/recipient.ts'
import { ServiceError } from '../domain/service-error.ts'

const conversationsLookedAt = 200

/** Throws `invalid_request`, with `candidates` in its details where the name is ambiguous. */
export async function resolveRecipient(client: Client, written: string): Promise<Recipient> {
  const address = writtenAddress(written)
  if (address !== undefined) return address
  const [contacts, conversations] = await Promise.all([
    client.list_contacts({ q: written }),
    client.list_conversations({ q: written, limit: conversationsLookedAt }),
  ])
  const talkedTo = contacts.length > 1 ? await latelyTalkedTo(client) : []
  return onlyOne(candidatesNamed(written, { contacts, conversations, talkedTo }), written)
}

async function latelyTalkedTo(client: Client): Promise<string[]> {
  const conversations = await client.list_conversations({ limit: conversationsLookedAt })
  return conversations.flatMap(({ addresses }) => addresses)
}

function onlyOne(candidates: readonly Candidate[], written: string): Recipient {
  const [first, ...others] = candidates
  if (first === undefined)
    throw new ServiceError('invalid_request', `Nobody in Contacts or in a conversation is called "${written}".`)
  if (others.length === 0) return writtenAddress(first.give) ?? { handle: first.give }
  throw severalMeant(written, candidates)
}
