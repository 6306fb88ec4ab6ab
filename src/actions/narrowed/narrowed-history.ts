/** The history as it exists under a grant. */
import type { Conversation } from '../../contract/conversation.ts'
import type { Grant } from '../../contract/grant.ts'
import type { Message } from '../../contract/message.ts'
import type { RowFilter, RowPage, StoredRow } from '../../contract/stored-row.ts'
import { disguiseConversation, disguiseItem, disguiseMessage, disguiseRow } from '../../domain/grant/disguise.ts'
import { hideContent, hideInConversation, hideInItem, hideInRow } from '../../domain/grant/hide-content.ts'
import { listedHandles } from '../../domain/grant/people.ts'
import { sinceMs } from '../../domain/grant/since.ts'
import type { ViewedHistory } from '../../mac/history/history.ts'
import type { PlacedMessage } from '../../mac/history/placed.ts'
import type { Caller } from '../action.ts'
import type { Services } from '../services.ts'
import { type Guise, guiseOf } from './guise.ts'

export interface NarrowedHistory {
  /** The history for responses, which hides names and addresses. */
  history: ViewedHistory
  /** The same part of the history with people as they are. */
  view: ViewedHistory
  guise: Guise
  /** Tells for whom this is, and under which grant. */
  viewer: string
  /** A message of the view as it stands in answers. */
  shown(one: PlacedMessage): PlacedMessage
  /** Resolves ids in what the holder of the key wrote as an address or GUID. */
  meant(written: string): string
}

export type Limited = Caller & { grant: Grant }

export function narrowedHistory(
  services: Pick<Services, 'history' | 'aliases' | 'nowMs'>,
  caller: Limited,
): NarrowedHistory {
  const { grant } = caller
  const guise = guiseOf(caller, services)
  const { naming } = guise
  const view = services.history.within({
    people: grant.people,
    sinceMs: sinceMs(grant.since, services.nowMs()),
    hidesCodes: grant.one_time_codes === 'hide',
    ...(naming && { naming }),
  })
  const meant = (written: string) =>
    guise.meant(written, () => [...view.addresses(), ...listedHandles(grant.people), ...(grant.sends.to ?? [])])
  const shown = shownUnder(grant, guise)
  const viewer = `${caller.seesAs ?? caller.id} ${JSON.stringify(grant)}`
  return { history: disguised(view, { grant, guise, meant, shown }), view, guise, viewer, shown: shown.placed, meant }
}

/** Each in the form in which it stands in answers. */
interface Shown {
  conversation(one: Conversation): Conversation
  message(one: Message): Message
  placed(one: PlacedMessage): PlacedMessage
}

function shownUnder(grant: Grant, guise: Guise): Shown {
  const message = (one: Message): Message => {
    const content = hideContent(one, grant)
    return guise.showsHandles ? content : disguiseMessage(content, guise)
  }
  return {
    message,
    conversation(one) {
      const content = hideInConversation(one, grant)
      return guise.showsHandles ? content : disguiseConversation(content, guise)
    },
    placed: (one) => ({
      ...one,
      message: message(one.message),
      conversation_guid: guise.guid(one.conversation_guid),
      chatGuid: guise.guid(one.chatGuid),
      address: guise.handle(one.address),
    }),
  }
}

interface Parts {
  grant: Grant
  guise: Guise
  shown: Shown
  meant(written: string): string
}

function disguised(view: ViewedHistory, { grant, guise, shown, meant }: Parts): ViewedHistory {
  const isPlain = guise.showsHandles
  /** An address that is only guessed names nobody, or it would tell whose id an id is. */
  const named = (written: string): string | undefined => {
    const raw = meant(written)
    if (isPlain || raw !== written) return raw
    const conversation = view.conversation(written)
    return conversation?.is_group || String(conversation?.chat_rowid) === written ? written : undefined
  }
  const whereNamed = <T>(written: string, read: (guid: string) => T | undefined): T | undefined => {
    const guid = named(written)
    return guid === undefined ? undefined : read(guid)
  }
  return {
    ...view,
    conversations: (page) => view.conversations(page).map(shown.conversation),
    conversation: (written) =>
      whereNamed(written, (guid) => {
        const found = view.conversation(guid)
        return found && shown.conversation(found)
      }),
    conversationsWith(written) {
      const address = meant(written)
      return isPlain || address !== written ? view.conversationsWith(address).map(shown.conversation) : []
    },
    messages: (written, anchor) => whereNamed(written, (guid) => view.messages(guid, anchor)?.map(shown.message)),
    tally: (written, from) => whereNamed(written, (guid) => view.tally(guid, from)),
    conversationKey: (written) => whereNamed(written, view.conversationKey),
    conversationKeys: (written) => whereNamed(written, view.conversationKeys) ?? [],
    chatGuid: (written) =>
      whereNamed(written, (guid) => {
        const found = view.chatGuid(guid)
        return found && guise.guid(found)
      }),
    gallery: (written, asked) =>
      whereNamed(written, (guid) => {
        const isHidden = asked.kind === 'links' ? !grant.fields.text : !grant.fields.attachments
        if (isHidden) return view.conversationKey(guid) === undefined ? undefined : { items: [], next: undefined }
        const part = view.gallery(guid, asked)
        const items = part?.items.flatMap((item) => hideInItem(item, grant) ?? [])
        return part && { ...part, items: (items ?? []).map((item) => (isPlain ? item : disguiseItem(item, guise))) }
      }),
    placed: (rowids) => view.placed(rowids).map(shown.placed),
    ...rowsIn(view, { grant, guise, meant, named }),
    allMessages(anchor) {
      const page = view.allMessages(anchor)
      return { ...page, placed: page.placed.map(shown.placed) }
    },
  }
}

interface RowParts extends Omit<Parts, 'shown'> {
  /** Undefined for whoever is not named by what was written. */
  named(written: string): string | undefined
}

type Rows = Pick<ViewedHistory, 'storedRows' | 'countStoredRows' | 'storedHandles' | 'storedTotals'>

function rowsIn(view: ViewedHistory, { grant, guise, meant, named }: RowParts): Rows {
  /** Tells which messages with these GUIDs exist. */
  const existingAmong = (guids: readonly string[]) => {
    const rowids = guids.length === 0 ? new Map<string, number>() : view.rowidsOf([...new Set(guids)])
    const existing = new Set([...rowids].flatMap(([guid, rowid]) => (view.sees(rowid) ? guid : [])))
    return (guid: string | null) => guid !== null && existing.has(guid)
  }
  const ofRow = (row: StoredRow): StoredRow => {
    const content = hideInRow(row, grant)
    const titled = grant.fields.names ? content : { ...content, group_title: null }
    return guise.showsHandles ? titled : disguiseRow(titled, guise)
  }
  const rowsUnder = ({ rows, ...page }: RowPage): RowPage => {
    const exists = existingAmong(rows.flatMap(({ reply_to_guid: guid }) => guid ?? []))
    return { ...page, rows: rows.map((row) => ofRow(exists(row.reply_to_guid) ? row : withoutRoot(row))) }
  }
  /** Leaves out everything that belongs to a message that does not exist under the grant. */
  const aboutExisting = <T extends RowFilter>(asked: T): T => {
    if (asked.about === undefined) return asked
    const exists = existingAmong(asked.about.split(','))
    return { ...asked, about: asked.about.split(',').filter(exists).join(',') }
  }
  /** An address that is hidden is that of nobody. */
  const addressMeant = (written: string): string => {
    const handle = meant(written)
    return guise.showsHandles || handle !== written ? handle : nobody
  }
  /** Undefined where the conversation that is asked for does not exist. */
  const asMeant = <T extends RowFilter>(asked: T): T | undefined => {
    const conversation = asked.conversation === undefined ? undefined : named(asked.conversation)
    if (asked.conversation !== undefined && conversation === undefined) return undefined
    return aboutExisting({
      ...asked,
      ...(conversation !== undefined && { conversation }),
      ...(asked.handle !== undefined && { handle: addressMeant(asked.handle) }),
    })
  }
  return {
    storedRows(asked) {
      const meant = asMeant(asked)
      const page = meant && view.storedRows(meant)
      return page && rowsUnder(page)
    },
    countStoredRows(asked) {
      const meant = asMeant(asked)
      return meant && view.countStoredRows(meant)
    },
    storedHandles({ address, ...asked }) {
      const found = view.storedHandles({ ...asked, ...(address !== undefined && { address: addressMeant(address) }) })
      if (guise.showsHandles) return found
      return found.map((one) => ({ ...one, address: guise.handle(one.address), uncanonicalized: null }))
    },
    storedTotals() {
      const totals = view.storedTotals()
      return grant.fields.attachments ? totals : { ...totals, attachments: 0, images: 0, videos: 0, locations: 0 }
    },
  }
}

const nobody = 'nobody'

/** The message that a row answers does not exist. */
const withoutRoot = (row: StoredRow): StoredRow =>
  row.reply_to_guid === null ? row : { ...row, reply_to_guid: null, reply_to_part: null }
