/**
 * Answers requests about the whitelist of a hub, which decides whose messages of all lines go to its plugins. A group
 * is listed with its line, a person without.
 */
import type { ActionRequest, Actions } from '../../actions/action.ts'
import { listEntries, unlistEntries } from '../../actions/change-whitelist.ts'
import { guiseOf } from '../../actions/narrowed/guise.ts'
import type { Conversation } from '../../contract/conversation.ts'
import type { WhitelistEntry } from '../../contract/whitelist.ts'
import { grantedPeople } from '../../domain/grant/people.ts'
import { handleKind, sameHandle } from '../../domain/handles.ts'
import { nobodyKnown } from '../../domain/people/persons.ts'
import { type Candidate, severalMeant } from '../../domain/recipient.ts'
import { sameName } from '../../domain/same-name.ts'
import { groupIdentifier } from '../../domain/scope.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { type Meant, whitelistEntry } from '../../domain/whitelist.ts'
import { heldBackLately } from '../rules/held-back.ts'
import { conversationsWith } from '../store/lines.ts'
import { linesOf } from '../store/macs.ts'
import type { HubHistory, HubHistoryDeps } from './hub-history.ts'

interface Lists {
  handles: readonly string[]
  groups: readonly string[]
}

export function whitelistActions(deps: HubHistoryDeps, historyOf: (request: ActionRequest) => HubHistory) {
  const { sql } = deps

  async function shown(lists: Lists, request: ActionRequest): Promise<WhitelistEntry[]> {
    const { naming, handle: addressOf } = guiseOf(request.caller, deps)
    const isNamed = naming?.showsNames !== false
    const lines = (await linesOf(sql)).map(({ id }) => id)
    const entries: WhitelistEntry[] = []
    for (const handle of lists.handles) {
      const [newest] = await conversationsWith(sql, handle, lines)
      const name = isNamed ? newest?.name : undefined
      entries.push({
        handle: addressOf(handle),
        addresses: [addressOf(handle)],
        other_addresses: [],
        kind: 'handle',
        display_name: name || addressOf(handle),
        avatar_url: null,
        last_message_ts: newest === undefined ? null : new Date(newest.last_ms).toISOString(),
      })
    }
    for (const group of lists.groups) {
      const found = await historyOf(request).conversation(group)
      entries.push({
        handle: group,
        addresses: [],
        other_addresses: [],
        kind: 'group',
        avatar_url: null,
        display_name: found?.display_name ?? group,
        last_message_ts: found?.last_message_ts ?? null,
      })
    }
    return entries
  }

  /** Returns the entries of the lists that exist for the caller. */
  async function seen({ handles, groups }: Lists, request: ActionRequest): Promise<Lists> {
    const { grant } = request.caller
    if (grant === null) return { handles, groups }
    const { includesPerson } = grantedPeople(grant.people, nobodyKnown)
    const there: string[] = []
    for (const group of groups) if (await historyOf(request).conversation(group)) there.push(group)
    return { handles: handles.filter(includesPerson), groups: there }
  }

  /** Resolves what was written. A person with several addresses is meant with all addresses of their conversation. */
  async function understood(text: string, request: ActionRequest): Promise<Meant[]> {
    const groups = (await conversationsNamed(text, request)).filter((one) => one.is_group)
    const [group, ...more] = groups.filter(({ guid }) => isGroupCalled(guid, text.trim()))
    if (group !== undefined && more.length === 0) return [{ kind: 'group', handle: group.guid }]
    const entry = whitelistEntry(text, () => false)
    if (entry?.kind === 'group') return more.length === 0 ? [entry] : several(text, groups)
    if (entry !== undefined && handleKind(entry.handle) !== 'alphanumeric') return addressesWith(entry.handle)
    const named = groups.filter((one) => sameName(one.display_name, text))
    const contacts = (await historyOf(request).contacts(text, mostNamed)).filter(({ name }) => sameName(name, text))
    const [person] = contacts
    if (named.length + contacts.length === 0) return entry === undefined ? [] : [entry]
    if (named.length === 1 && person === undefined) return named.map(({ guid }) => ({ kind: 'group', handle: guid }))
    if (named.length > 0 || person === undefined) return several(text, named, contacts)
    const addresses = await addressesWith(person.handle)
    const isOnePerson = contacts.every(({ handle }) => addresses.some((one) => sameHandle(one.handle, handle)))
    return isOnePerson ? addresses : several(text, named, contacts)
  }

  async function addressesWith(handle: string): Promise<Meant[]> {
    const lines = (await linesOf(sql)).map(({ id }) => id)
    const known = (await conversationsWith(sql, handle, lines)).flatMap(({ addresses }) => addresses)
    const written = known.find((one) => sameHandle(one, handle)) ?? handle
    const others = [...new Set(known)].filter((one) => !sameHandle(one, handle))
    return [written, ...others].map((one) => ({ kind: 'handle', handle: one }))
  }

  const conversationsNamed = (text: string, request: ActionRequest): Promise<Conversation[]> =>
    historyOf(request).conversations({ limit: mostNamed, offset: 0, q: nameIn(text) })

  return {
    list_whitelist: async (_input, { settings }, request) =>
      shown(await seen(settings.current().whitelist, request), request),
    async add_to_whitelist({ handle: text }, services, request) {
      const [first, ...others] = await understood(text, request)
      if (first === undefined) throw nobodyMeant(text)
      const { listed, isNew } = listEntries([first, ...others], services, request.caller)
      return { ...(await entryOf(first.kind, listed, request)), added: isNew }
    },
    async remove_from_whitelist({ handle: text }, services, request) {
      const meant = await understood(text, request)
      const { handles, groups } = unlistEntries(text, meant, services, request.caller)
      if (handles.length > 0) return { ...(await entryOf('handle', handles, request)), removed: true }
      if (groups.length > 0) return { ...(await entryOf('group', groups, request)), removed: true }
      const [{ kind, handle } = { kind: 'handle' as const, handle: text }] = meant
      return { ...(await entryOf(kind, [handle], request)), removed: false }
    },
    async list_blocked({ limit }, { settings, nowMs }, request) {
      const heldBack = await heldBackLately(sql, { config: settings.current(), limit, nowMs: nowMs() })
      return Promise.all(
        heldBack.map(async ({ guid, isGroup, handle, reason, messages }) => ({
          ...(await entryOf(isGroup ? 'group' : 'handle', isGroup ? [guid] : [handle], request)),
          reason,
          messages,
        })),
      )
    },
  } satisfies Partial<Actions>

  /** Returns one entry for all addresses of a person. */
  async function entryOf(kind: Meant['kind'], listed: readonly string[], request: ActionRequest) {
    const [first = ''] = listed
    const lists = kind === 'group' ? { handles: [], groups: [first] } : { handles: [first], groups: [] }
    const [entry] = await shown(lists, request)
    if (entry === undefined) throw new Error('An entry cannot be shown.')
    return kind === 'group' ? entry : { ...entry, addresses: [...listed] }
  }
}

const mostNamed = 50

/** A group can be named with its line or without. */
const isGroupCalled = (guid: string, text: string): boolean =>
  [groupIdentifier(guid), withoutLine(groupIdentifier(guid))].includes(groupIdentifier(text))

const withoutLine = (named: string): string => named.replace(/^\d{1,4}~/, '')

/**
 * Returns the text by which a list of conversations finds a group, which is its identifier and not the GUID of its
 * chat.
 */
const nameIn = (text: string): string => withoutLine(groupIdentifier(text.trim()))

function several(
  text: string,
  groups: readonly Conversation[],
  contacts: readonly { name: string; handle: string }[] = [],
): never {
  const candidates: Candidate[] = [
    ...contacts.map(({ name, handle }) => ({ name, give: handle })),
    ...groups.map(({ display_name: name, guid }) => ({ name, give: guid })),
  ]
  throw severalMeant(text, candidates)
}

const nobodyMeant = (text: string) =>
  new ServiceError('invalid_request', `"${text}" is no address, and no person or group of this name is known.`, {
    in: 'body',
    path: 'handle',
    reason:
      'must be a phone number, an e-mail address, the name of a person whom a line knows, or the name or GUID of a group',
  })
