/**
 * Reads conversations, messages and search of the hub as they exist for one caller. Everything that the hub answers
 * about them comes through here, so that what a grant hides exists nowhere.
 */

import type { Caller } from '../../actions/action.ts'
import { type Guise, guiseOf } from '../../actions/narrowed/guise.ts'
import type { Services } from '../../actions/services.ts'
import { timestamp } from '../../base/timestamp.ts'
import type { Contact } from '../../contract/contact.ts'
import type { Conversation, ConversationDetails } from '../../contract/conversation.ts'
import type { Input } from '../../contract/endpoints.ts'
import type { Grant } from '../../contract/grant.ts'
import type { Line } from '../../contract/line.ts'
import type { MediaPage } from '../../contract/media.ts'
import type { Message } from '../../contract/message.ts'
import type { PlacedMessage } from '../../contract/placed-message.ts'
import type { SearchPage, SearchStatus } from '../../contract/search.ts'
import type { StarredPage } from '../../contract/starred.ts'
import type { Statistics, StatisticsRange } from '../../contract/statistics.ts'
import type {
  HandleQuery,
  RowFilter,
  RowPage,
  RowQuery,
  StoredHandle,
  StoredTotals,
} from '../../contract/stored-row.ts'
import { fittingAddresses } from '../../domain/contact-search.ts'
import { seesLine, sendsAs } from '../../domain/grant/lines.ts'
import { mediaItems } from '../../domain/media-items.ts'
import { placedInAnswer } from '../../domain/placed-in-answer.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { beginningOf } from '../../domain/statistics-window.ts'
import { utcOffsets } from '../../domain/utc-offsets.ts'
import { isAlias } from '../../store/handle-aliases.ts'
import { candidatesIn } from '../store/candidates.ts'
import { countMessages, rowsToCome } from '../store/counts.ts'
import type { Sql } from '../store/database.ts'
import { conversationsWith, knownPeople, personIn, tallyOf } from '../store/details.ts'
import { grantedView } from '../store/granted-view.ts'
import {
  type Anchor,
  type ConversationsAsked,
  conversationsOf,
  findConversation,
  isCalledLike,
  lastCodes,
  listConversations,
  listMessages,
  type MessageNames,
  type Placed,
  placedMessages,
  seenAmong,
  starredMessages,
} from '../store/history.ts'
import { ofHubGuid } from '../store/ids.ts'
import { linesOf } from '../store/macs.ts'
import { type MediaAsked, messagesWithMedia } from '../store/media.ts'
import { countRows, findFile, type KnownFile, listHandles, type RowsAsked, rowTotals } from '../store/rows.ts'
import { type SearchAsked, type Searched, search } from '../store/search.ts'
import { namesOfHandles, writtenAt, writtenWith } from '../store/tally.ts'
import { everyMessage, type HubView, withinLine } from '../store/view.ts'
import { belongingTo, type RowsSeen, rowPage } from './hub-rows.ts'
import type { PersonOfLine } from './pictures.ts'
import { type Shown, shownUnder } from './shown-under.ts'

export interface HubHistoryDeps {
  sql: Sql
  aliases: Services['aliases']
  keyActivity: Pick<Services['keyActivity'], 'read' | 'mark'>
  nowMs(): number
}

type StarsAsked = Input<'list_starred'>

/** How a grant changes the way people and content appear to the caller. */
interface Limits {
  grant: Grant
  guise: Guise
  shown: Shown
}

/** A selection of rows whose conversation is given by number and whose people are not renamed. */
type MeantRows<T> = Omit<T, 'conversation' | 'handle'> & Pick<RowsAsked, 'conversation' | 'handle'>

/** The same limit as on a Mac. */
const mostContacts = 10
/** Messages counts its dates from here. */
const firstMessagesMs = Date.UTC(2001, 0)
const yearMs = 366 * 86_400_000

/** The most entries of a list that are read to find a name as the caller sees it. */
const mostSought = 5_000

export class HubHistory {
  readonly #deps: HubHistoryDeps
  readonly #caller: Caller
  /** Undefined for a caller without a grant. */
  readonly #limits: Limits | undefined
  #view: Promise<HubView> | undefined

  constructor(deps: HubHistoryDeps, caller: Caller) {
    this.#deps = deps
    this.#caller = caller
    if (caller.grant === null) return
    const guise = guiseOf(caller, deps)
    this.#limits = { grant: caller.grant, guise, shown: shownUnder(caller.grant, guise) }
  }

  /** Returns the part of the hub that exists for the caller. */
  view(): Promise<HubView> {
    const { sql, nowMs } = this.#deps
    this.#view ??=
      this.#limits === undefined ? Promise.resolve(everyMessage) : grantedView(sql, this.#limits.grant, nowMs())
    return this.#view
  }

  async lines(): Promise<Line[]> {
    const { grant, scopes } = this.#caller
    return (await linesOf(this.#deps.sql))
      .filter(({ name }) => seesLine(grant, name))
      .map(({ id, name, is_default }) => ({
        id,
        name,
        is_default,
        may_send: scopes.includes('write') && sendsAs(grant, name),
      }))
  }

  async conversations({ line, ...asked }: ConversationsAsked & { line?: string | undefined }): Promise<Conversation[]> {
    const view = await this.#viewOf(line)
    const { sql } = this.#deps
    const limits = this.#limits
    if (limits === undefined) return listConversations(sql, asked, view)
    const { naming } = limits.guise
    const q = asked.q?.trim() ?? ''
    if (naming === undefined || q === '') return this.#conversationsShown(await listConversations(sql, asked, view))
    const all = await listConversations(sql, { ...asked, q: undefined, limit: mostSought, offset: 0 }, view)
    const fitting = (await this.#conversationsShown(all)).filter(isCalledLike(q))
    return fitting.slice(asked.offset, asked.offset + asked.limit)
  }

  async conversation(written: string): Promise<Conversation | undefined> {
    const found = await this.found(written)
    return found && (await this.#conversationsShown([found]))[0]
  }

  async messages(written: string, anchor: Anchor): Promise<Message[] | undefined> {
    const found = await this.found(written)
    if (found === undefined) return undefined
    const messages = await listMessages(this.#deps.sql, found.chat_rowid, anchor, await this.view())
    this.#note(found.guid, messages.length)
    return this.#messagesShown(found.guid, messages)
  }

  /** Finds a message to act on, with people not renamed. */
  async foundMessage(rowid: number): Promise<Placed | undefined> {
    const [sql, names] = [this.#deps.sql, { rowids: [rowid] }]
    const [placed] = await placedMessages(sql, names, await this.view())
    if (placed === undefined) await this.#noteIfHidden(async () => (await placedMessages(sql, names)).length > 0)
    return placed
  }

  /** Returns starred messages, the newest star first; undefined if the conversation does not exist. */
  async starred({ conversation: written, limit, cursor }: StarsAsked): Promise<StarredPage | undefined> {
    const found = written === undefined ? undefined : await this.found(written)
    if (written !== undefined && found === undefined) return undefined
    const before = cursor === undefined ? undefined : Number(cursor)
    // One more than asked for shows whether there is a next page.
    const stars = { before, limit: limit + 1, conversation: found?.chat_rowid }
    const all = await starredMessages(this.#deps.sql, stars, await this.view())
    const page = all.slice(0, limit)
    for (const { conversation_guid } of page) this.#note(conversation_guid, 1)
    const shown = await this.shown(page)
    return {
      starred: shown.map((one, n) => ({ starred_at: timestamp(page[n]?.starredAtMs ?? 0), ...one })),
      cursor: all.length > limit ? String(page.at(-1)?.star) : null,
    }
  }

  async placed(names: MessageNames): Promise<PlacedMessage[]> {
    const placed = await placedMessages(this.#deps.sql, names, await this.view())
    for (const { conversation_guid } of placed) this.#note(conversation_guid, 1)
    return this.shown(placed)
  }

  async search({ line, ...asked }: SearchAsked & { line?: string | undefined }): Promise<SearchPage> {
    const { sql, nowMs } = this.#deps
    const view = await this.#viewOf(line)
    const limits = this.#limits
    const searched: Searched = {
      view,
      candidates: limits?.guise.naming && ((kind) => this.#candidates(kind, view, limits)),
      placed: async (rowids, onlyWhole) => {
        const placed = await placedMessages(sql, { rowids }, view)
        return this.shown(placed.filter(({ message }) => !onlyWhole || (limits?.shown.isWhole(message) ?? true)))
      },
    }
    const page = await search(sql, asked, nowMs(), searched)
    for (const { conversation_guid } of page.results) this.#note(await this.meant(conversation_guid), 1)
    return page
  }

  /**
   * Finds the person whose picture is asked for, by an address or id that follows the number of a line; undefined for
   * somebody who does not exist for the caller or has no name there.
   */
  async pictured(written: string): Promise<PersonOfLine | undefined> {
    const { grant, guise } = this.#limits ?? {}
    const named = ofHubGuid(written)
    if (named === undefined || grant?.fields.names === false) return undefined
    const { line } = named
    const meant = await this.meant(named.guid)
    if (guise?.showsHandles === false && meant === named.guid) return undefined
    const isMemberIn = grant === undefined || grant.people === 'all' || !('only' in grant.people)
    const handle = await personIn(this.#deps.sql, { line, handle: meant, isMemberIn }, await this.view())
    return handle === undefined ? undefined : { line, handle }
  }

  /**
   * Reports the state of search. Every message that the hub has can be found; the past that its Macs have not sent yet
   * is still to come.
   */
  async searchStatus(): Promise<SearchStatus> {
    const { sql } = this.#deps
    const view = await this.view()
    const [indexed, toCome] = [await countMessages(sql, view), await rowsToCome(sql, view)]
    // Nobody knows how much of a part is still to come.
    const total = this.#limits === undefined ? indexed + (toCome ?? 0) : indexed
    return { state: toCome === null ? 'current' : 'building', indexed, total, reason: null }
  }

  /** Counts how much is written, with whom and when, in the time zone of the hub. */
  async written(range: StatisticsRange, line: string | undefined): Promise<Omit<Statistics, 'enabled' | 'relay'>> {
    const { sql, nowMs } = this.#deps
    const asked = { fromMs: beginningOf(range, nowMs()), view: await this.#viewOf(line) }
    const offsets = utcOffsets(Math.max(asked.fromMs ?? 0, firstMessagesMs), nowMs() + yearMs)
    const [times, everyone] = await Promise.all([writtenAt(sql, asked, offsets), writtenWith(sql, asked)])
    const people = everyone.slice(0, mostContacts)
    const { guise } = this.#limits ?? {}
    const handles = guise?.naming?.showsNames === false ? [] : people.map(({ handle }) => handle)
    const names = await namesOfHandles(sql, handles, asked.view)
    const sumOf = (counted: typeof times, of: 'sent' | 'received') => counted.reduce((sum, one) => sum + one[of], 0)
    const written = (counted: typeof times) => sumOf(counted, 'sent') + sumOf(counted, 'received')
    return {
      sent_total: sumOf(times, 'sent'),
      received_total: sumOf(times, 'received'),
      top_contacts: people.map(({ handle, count }) => ({
        name: names.get(handle) ?? guise?.handle(handle) ?? handle,
        count,
      })),
      by_hour: Array.from({ length: 24 }, (_, hour) => written(times.filter(({ at }) => at?.hour === hour))),
      by_day: Array.from({ length: 7 }, (_, day) => written(times.filter(({ at }) => at?.day === day))),
    }
  }

  /**
   * Finds people whom the lines know, those of recent conversations first. Each address comes once, however many lines
   * know it.
   */
  async contacts(q: string, limit: number): Promise<Contact[]> {
    const people = await knownPeople(this.#deps.sql, await this.view())
    const { guise } = this.#limits ?? {}
    const named = people.flatMap(({ handle, name }) =>
      guise?.naming?.showsNames === false ? [] : { name, handles: [guise?.handle(handle) ?? handle] },
    )
    return fittingAddresses(named, q)
      .slice(0, limit)
      .map(({ name, handle }) => ({ name, handle, avatar_url: null }))
  }

  async details(written: string): Promise<ConversationDetails | undefined> {
    const found = await this.found(written)
    if (found === undefined) return undefined
    const { sql } = this.#deps
    const view = await this.view()
    const line = ofHubGuid(found.guid)?.line ?? 0
    const tally = await tallyOf(sql, found.chat_rowid, view)
    const shown = (await this.#conversationsShown([found]))[0] ?? found
    const addresses = found.is_group ? found.participants.map(({ handle }) => handle) : found.addresses
    const [persons, groups] = found.is_group
      ? [await conversationsWith(sql, { line, addresses, isGroup: false }, view), []]
      : [[], await conversationsWith(sql, { line, addresses, isGroup: true }, view)]
    const single = await this.#conversationsShown(persons)
    return {
      ...tally,
      members: found.is_group
        ? shown.participants.map((one) => ({
            ...one,
            conversation_guid: single.find((each) => each.addresses.includes(one.handle))?.guid ?? null,
          }))
        : [],
      shared_groups: (await this.#conversationsShown(groups)).map(({ guid, handle, display_name, participants }) => ({
        guid,
        handle,
        display_name,
        members: participants.length,
      })),
    }
  }

  async media(written: string, asked: MediaAsked): Promise<MediaPage | undefined> {
    const found = await this.found(written)
    if (found === undefined) return undefined
    const grant = this.#limits?.grant
    if (grant && (asked.kind === 'links' ? !grant.fields.text : !grant.fields.attachments))
      return { items: [], cursor: null }
    const { messages, cursor } = await messagesWithMedia(this.#deps.sql, found.chat_rowid, asked, await this.view())
    const shown = await this.#messagesShown(found.guid, messages)
    return { items: shown.flatMap((message) => mediaItems(message, asked.kind)), cursor }
  }

  /** Returns a page of rows; undefined if the conversation that is asked for does not exist. */
  async rows({ belonging, ...asked }: RowQuery): Promise<RowPage | undefined> {
    const filter = await this.#filterOf(asked)
    if (filter === undefined) return undefined
    const seen = await this.#rowsSeen()
    const page = await rowPage(filter, seen)
    for (const { conversation_guid } of page.rows) this.#note(await this.meant(conversation_guid), 1)
    return belonging ? { ...page, belonging: await belongingTo(page.rows, seen) } : page
  }

  async countRows(asked: RowFilter): Promise<number | undefined> {
    const filter = await this.#filterOf(asked)
    return filter && countRows(this.#deps.sql, filter, await this.view())
  }

  async rowTotals(): Promise<StoredTotals> {
    return rowTotals(this.#deps.sql, await this.view())
  }

  async handles(asked: HandleQuery): Promise<StoredHandle[]> {
    const address = asked.address === undefined ? undefined : await this.#addressMeant(asked.address)
    const { address: _, ...page } = asked
    const found = await listHandles(
      this.#deps.sql,
      { ...page, ...(address !== undefined && { address }) },
      await this.view(),
    )
    const { guise } = this.#limits ?? {}
    return guise === undefined ? found : found.map((one) => ({ ...one, address: guise.handle(one.address) }))
  }

  /** Finds a file of a message that exists for the caller. */
  async file(id: string): Promise<KnownFile | undefined> {
    if (this.#limits?.grant.fields.attachments === false) return undefined
    return findFile(this.#deps.sql, id, await this.view())
  }

  async #rowsSeen(): Promise<RowsSeen> {
    const { guise } = this.#limits ?? {}
    return {
      sql: this.#deps.sql,
      view: await this.view(),
      shown: (placed) => this.shown(placed),
      handle: (handle) => guise?.handle(handle) ?? handle,
    }
  }

  /** Resolves the conversation and the address of a filter; undefined if the conversation does not exist. */
  async #filterOf<T extends RowFilter>(asked: T): Promise<MeantRows<T> | undefined> {
    const { conversation: written, handle, ...others } = asked
    const found = written === undefined ? undefined : await this.found(written)
    if (written !== undefined && found === undefined) return undefined
    return {
      ...others,
      conversation: found?.chat_rowid,
      ...(handle !== undefined && { handle: await this.#addressMeant(handle) }),
    }
  }

  /** Resolves an address. A hidden one counts as nobody's. */
  async #addressMeant(written: string): Promise<string> {
    const meant = await this.meant(written)
    return this.#limits?.guise.showsHandles === false && meant === written ? '' : meant
  }

  /** Replaces an id that stands for an address, in an address or GUID that the caller wrote. */
  async meant(written: string): Promise<string> {
    const { guise, grant } = this.#limits ?? {}
    if (guise === undefined || guise.showsHandles) return written
    const known = guise.meant(written, () => [])
    const isUnknown = known === written && written.split(';').some(isAlias)
    return isUnknown && grant ? guise.meant(written, await this.#candidatesOf(grant)) : known
  }

  async #candidatesOf({ people, sends }: Grant): Promise<() => string[]> {
    const seen = await candidatesIn(this.#deps.sql, 'from', await this.view())
    const places = await candidatesIn(this.#deps.sql, 'in', await this.view())
    const listed = people === 'all' ? [] : 'only' in people ? people.only : people.except
    return () => [
      ...[...seen, ...places].flatMap(({ address, otherAddresses = [] }) => [address, ...otherAddresses]),
      ...[...listed, ...(sends.to ?? [])].filter((entry) => !entry.startsWith('group:')),
    ]
  }

  /**
   * Finds a conversation to act on, with people not renamed. A hidden address finds nobody; otherwise it would tell
   * whose id an id is.
   */
  async found(written: string): Promise<Conversation | undefined> {
    const { sql } = this.#deps
    const meant = await this.meant(written)
    const found = await findConversation(sql, meant, await this.view())
    if (found === undefined) {
      await this.#noteIfHidden(async () => (await findConversation(sql, meant)) !== undefined)
      return undefined
    }
    if (this.#limits?.guise.showsHandles !== false || meant !== written) return found
    return found.is_group || String(found.chat_rowid) === written ? found : undefined
  }

  async #viewOf(line: string | undefined): Promise<HubView> {
    const view = await this.view()
    if (line === undefined) return view
    const known = (await this.lines()).find(({ name }) => name === line)
    if (known !== undefined) return withinLine(view, known.id)
    throw new ServiceError('invalid_request', `There is no line “${line}”.`, {
      in: 'query',
      path: 'line',
      reason: 'is the name of no line of this hub',
    })
  }

  async #conversationsShown(all: Conversation[]): Promise<Conversation[]> {
    const limits = this.#limits
    if (limits === undefined) return all
    const ids = limits.grant.one_time_codes === 'hide' ? all.map(({ chat_rowid: id }) => id) : []
    const codes = await lastCodes(this.#deps.sql, ids)
    return all.map((one) => limits.shown.conversation(one, codes.get(one.chat_rowid)))
  }

  async #messagesShown(guid: string, messages: readonly Message[]): Promise<Message[]> {
    const limits = this.#limits
    if (limits === undefined) return [...messages]
    const roots = await this.#roots(messages.map((message) => ({ message, guid })))
    return messages.map((one) => limits.shown.message(one, roots(guid, one)))
  }

  /** Returns messages that exist for the caller as they appear in answers. */
  async shown(placed: readonly Placed[]): Promise<PlacedMessage[]> {
    const limits = this.#limits
    if (limits === undefined) return placed.map(placedInAnswer)
    const { guise, shown } = limits
    const roots = await this.#roots(placed.map(({ message, conversation_guid: guid }) => ({ message, guid })))
    const names = guise.naming === undefined ? undefined : await this.#namesOf(placed, shown)
    return placed.map((one) => ({
      conversation_guid: guise.guid(one.conversation_guid),
      conversation_name: names === undefined ? one.conversation_name : (names.get(one.conversation) ?? ''),
      message: shown.message(one.message, roots(one.conversation_guid, one.message)),
    }))
  }

  async #namesOf(placed: readonly Placed[], shown: Shown): Promise<Map<number, string>> {
    const ids = [...new Set(placed.map(({ conversation }) => conversation))]
    const found = await conversationsOf(this.#deps.sql, ids)
    return new Map(found.map((one) => [one.chat_rowid, shown.conversation(one).display_name]))
  }

  /** Finds the message that each of these answers, if that exists for the caller. */
  async #roots(all: readonly { message: Message; guid: string }[]) {
    const guids = [...new Set(all.flatMap(({ message }) => message.reply_to_guid ?? []))]
    const seen = guids.length === 0 ? [] : await seenAmong(this.#deps.sql, { guids }, await this.view())
    const known = new Map(seen.filter((one) => !one.is_gone).map((one) => [`${one.line}~${one.guid}`, one]))
    return (guid: string, { reply_to_guid: root }: Message) =>
      root === null ? undefined : known.get(`${ofHubGuid(guid)?.line}~${root}`)
  }

  /** Returns the people and conversations that a query can name, under the names that the caller sees. */
  async #candidates(kind: 'from' | 'in', view: HubView, { guise, shown }: Limits) {
    const all = await candidatesIn(this.#deps.sql, kind, view)
    const { naming } = guise
    if (kind === 'from')
      return all.map((one) => ({
        ...one,
        name: naming?.showsNames && one.name !== one.address ? one.name : undefined,
        address: guise.handle(one.address),
      }))
    const ids = all.map(({ number }) => number)
    const found = new Map(
      (await conversationsOf(this.#deps.sql, ids)).map((one) => [one.chat_rowid, shown.conversation(one)]),
    )
    return all.map(({ number, guids }) => {
      const one = found.get(number)
      const addresses = one?.addresses ?? []
      return {
        number,
        name: naming?.showsNames ? one?.display_name : undefined,
        address: one?.handle ?? '',
        otherAddresses: addresses,
        guids: guids.map(guise.guid),
      }
    })
  }

  /** Records for the owner that a key tried to reach somebody who is hidden from it. */
  async #noteIfHidden(exists: () => Promise<boolean>): Promise<void> {
    const { via, id } = this.#caller
    if (this.#limits === undefined || via !== 'key' || id === null) return
    if (await exists()) this.#deps.keyActivity.mark(id, 'hidden_person')
  }

  /** Records for the owner whose messages a key has read. */
  #note(guid: string, messages: number): void {
    const { via, id } = this.#caller
    if (via === 'key' && id !== null && messages > 0) this.#deps.keyActivity.read(id, guid, messages)
  }
}
