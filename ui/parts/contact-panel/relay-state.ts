/** Decides whether a conversation is relayed to plugins, why, and whether its switch would change anything. */
import type { RelayScope } from '../../../src/contract/config.ts'
import type { Conversation } from '../../../src/contract/conversation.ts'
import type { BlockedSender, WhitelistEntry } from '../../../src/contract/whitelist.ts'
import { sameEntry } from '../../../src/domain/whitelist.ts'

export interface RelaySituation {
  conversation: Pick<Conversation, 'guid' | 'handle' | 'addresses' | 'is_group' | 'participants'>
  scope: RelayScope
  listed: readonly Pick<WhitelistEntry, 'handle' | 'addresses' | 'kind'>[]
  /** The user's own addresses. */
  own: readonly string[]
  blocked: readonly Pick<BlockedSender, 'handle' | 'reason'>[]
}

export type RelayReason =
  | 'own'
  | 'everyone'
  | 'listed_anyway'
  | 'contact'
  | 'group_of_contacts'
  | 'junk'
  | 'listed'
  | 'not_listed'
  | 'not_contact'

export interface RelayState {
  isRelayed: boolean
  reason: RelayReason
  /** Whether adding or removing it would change anything. */
  canChange: boolean
  /** The address as the list spells it, which may differ from the handle of the conversation. */
  entry: string | undefined
}

export function relayStateOf({ conversation, scope, listed, own, blocked }: RelaySituation): RelayState {
  const { guid, handle, addresses, is_group } = conversation
  const meant = is_group ? ({ kind: 'group', handle: guid } as const) : ({ kind: 'handle', handle } as const)
  const names = [meant, ...addresses.map((address) => ({ kind: 'handle', handle: address }) as const)]
  const entry = listed.find((one) =>
    [one.handle, ...one.addresses].some((written) =>
      names.some((name) => sameEntry({ kind: one.kind, handle: written }, name)),
    ),
  )?.handle
  const state = (isRelayed: boolean, reason: RelayReason, canChange = true) => ({
    isRelayed,
    reason,
    canChange,
    entry,
  })
  if (!is_group && own.some((one) => sameEntry({ kind: 'handle', handle: one }, meant)))
    return state(true, 'own', false)
  if (entry !== undefined) return state(true, scope === 'everyone' ? 'listed_anyway' : 'listed')
  const isJunk = blocked.some(
    (one) => one.reason === 'junk' && sameEntry({ kind: 'handle', handle: one.handle }, meant),
  )
  if (isJunk) return state(false, 'junk')
  if (scope === 'everyone') return state(true, 'everyone', false)
  if (scope === 'whitelist') return state(false, 'not_listed')
  if (is_group) return state(false, 'group_of_contacts')
  return isContact(conversation) ? state(true, 'contact', false) : state(false, 'not_contact')
}

/** A person who is not in Contacts is named by their address. */
const isContact = ({ participants }: RelaySituation['conversation']): boolean =>
  participants.some(({ handle, name }) => name !== handle)
