/** Resolves a GUID, an address or a name to a conversation or an address. If a name is ambiguous, it chooses none. */
import type { Client } from '../client/client.ts'
import type { Conversation } from '../contract/conversation.ts'
import { meantByName, type Recipient, writtenAddress } from '../domain/recipient.ts'
import { foldedWords } from '../domain/search/words.ts'
import { ServiceError } from '../domain/service-error.ts'

const lookedAt = 200
const mostCandidates = 20

interface Candidate {
  name: string
  /** The GUID or address to pass instead of the name. */
  give: string
}

/** Throws `invalid_request`, with `candidates` in its details where the name is ambiguous. */
export async function meantBy(client: Client, written: string): Promise<Recipient> {
  const address = writtenAddress(written)
  if (address !== undefined) return address
  const [found, talks] = await Promise.all([
    client.list_contacts({ q: written }),
    client.list_conversations({ q: written, limit: lookedAt }),
  ])
  const people = await peopleMeant(client, written, found)
  const groups = talks.filter((talk) => talk.is_group && folded(talk.display_name) === folded(written))
  const candidates = [
    ...people.map(({ name, handle }) => ({ name, give: handle })),
    ...groups.map(({ display_name, guid }) => ({ name: display_name, give: guid })),
  ]
  return onlyOne(candidates.length > 0 ? candidates : talks.map(ofConversation), written)
}

async function peopleMeant(client: Client, written: string, found: { name: string; handle: string }[]) {
  if (found.length < 2) return found
  const talks = await client.list_conversations({ limit: lookedAt })
  const talkedTo = talks.filter(({ is_group }) => !is_group).map(({ handle }) => handle)
  return meantByName(written, found, talkedTo)
}

const ofConversation = ({ display_name, guid }: Conversation): Candidate => ({ name: display_name, give: guid })

function onlyOne(candidates: readonly Candidate[], written: string): Recipient {
  const [first, ...others] = candidates
  if (first === undefined)
    throw new ServiceError('invalid_request', `Nobody in Contacts or in a conversation is called "${written}".`)
  if (others.length === 0) return writtenAddress(first.give) ?? { handle: first.give }
  throw new ServiceError('invalid_request', `"${written}" may be any of several: give the address of one.`, {
    candidates: candidates.slice(0, mostCandidates).map(({ name, give }) => `${name} <${give}>`),
  })
}

/** Returns the GUID that names the chat of an address under any service. */
export const guidOf = (meant: Recipient): string => ('guid' in meant ? meant.guid : `any;-;${meant.handle}`)

const folded = (name: string): string => foldedWords(name).join(' ')
