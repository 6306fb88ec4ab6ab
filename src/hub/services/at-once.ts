/** The actions of a hub that its Macs do at once: changes of messages, the typing indicator, and the bytes of files. */

import { Readable } from 'node:stream'
import type { Action, ActionRequest, Actions } from '../../actions/action.ts'
import { auditChange } from '../../actions/change-and-audit.ts'
import { noConversation } from '../../actions/found-conversation.ts'
import { type ServedFile, serveFile } from '../../actions/get-attachment.ts'
import { requireDirectReach, requireOwnChange } from '../../actions/require-direct.ts'
import type { Services } from '../../actions/services.ts'
import type { Conversation } from '../../contract/conversation.ts'
import type { Message } from '../../contract/message.ts'
import { sendsAs } from '../../domain/grant/lines.ts'
import { notGranted } from '../../domain/grant/not-granted.ts'
import { conversationKey } from '../../domain/history/chat-guid.ts'
import { hasCode, ServiceError } from '../../domain/service-error.ts'
import { type AskableEndpoint, partHeaders, sizeHeader } from '../../envelope/questions.ts'
import type { Sql } from '../store/database.ts'
import { messageOnMac } from '../store/history.ts'
import { ofHubGuid } from '../store/ids.ts'
import { changedMessage } from '../store/shown.ts'
import type { HubHistory } from './hub-history.ts'
import type { MacQuestions } from './mac-questions.ts'

interface AtOnceDeps {
  sql: Sql
  questions: MacQuestions
  historyOf(request: ActionRequest): HubHistory
}

type DirectServices = Pick<Services, 'persons' | 'nowMs' | 'keyActivity'>

export function atOnceActions({ sql, questions, historyOf }: AtOnceDeps) {
  /** `isOwnOnly` where a limited key may do it only to what it sent itself. */
  const change =
    (endpoint: AskableEndpoint, what: string, isOwnOnly: boolean) =>
    async ({ rowid, ...input }: { rowid: number }, services: Services, request: ActionRequest): Promise<Message> => {
      const { caller } = request
      const history = historyOf(request)
      const placed = await history.foundMessage(rowid)
      const there = placed && (await messageOnMac(sql, rowid))
      if (placed === undefined || there === undefined)
        throw new ServiceError('message_not_found', 'There is no such message.', { rowid })
      const { mac, guid: message, line, starred } = there
      if (caller.grant !== null) {
        requireDirect(request, await history.found(String(placed.conversation)), services)
        await requireOwnChange(caller, { rowid, isOwnOnly }, services)
      }
      return auditChange(`${rowid} ${what}, on its Mac`, { audit: services.audit, caller }, async () => {
        const changed = (await questions.ask(mac, endpoint, { input, message })) as Message
        const now = changedMessage(changed, { line, rowid, guid: message, starred })
        const [shown] = await history.shown([{ ...placed, message: now }])
        return shown?.message ?? now
      })
    }
  const setTyping: Action<'set_typing'> = async ({ guid, on }, services, request) => {
    const found = await historyOf(request).found(guid)
    const named = found && ofHubGuid(found.guid)
    if (named === undefined) throw noConversation()
    requireDirect(request, found, services)
    const [mac = ''] = await questions.ofLine(named.line)
    await questions.ask(mac, 'set_typing', { input: { guid: named.guid, on } })
    return { typing: on }
  }
  const getAttachment: Action<'get_attachment'> = async ({ id, ...form }, _services, request) => {
    const named = ofHubGuid(id)
    if (named === undefined || !(await historyOf(request).hasFile(named.line, named.guid))) throw noAttachment()
    const macs = await questions.ofLine(named.line)
    const { file, headers } = await firstThatHas(macs, (mac) => remoteFile(questions, mac, { id: named.guid, ...form }))
    return serveFile(file, headers, request)
  }
  return {
    edit_message: change('edit_message', 'edit', true),
    unsend_message: change('unsend_message', 'unsend', true),
    change_tapback: change('change_tapback', 'tapback', false),
    set_typing: setTyping,
    get_attachment: getAttachment,
  } satisfies Partial<Actions>
}

/** Throws `send_not_granted` where a key may not do what is seen at once to a conversation that exists for it. */
function requireDirect({ caller }: ActionRequest, found: Conversation | undefined, services: DirectServices): void {
  const { grant } = caller
  if (grant === null) return
  if (found === undefined) throw noConversation()
  if (!sendsAs(grant, found.line ?? '')) throw notGranted('may_send_as')
  const { is_group: isGroup, handle, addresses, participants } = found
  requireDirectReach(
    caller,
    {
      ...{ conversation: conversationKey(isGroup, handle), isGroup, handle, addresses },
      ...{ members: participants.map((one) => one.handle), line: ofHubGuid(found.guid)?.line ?? 0 },
    },
    services,
  )
}

const noAttachment = () => new ServiceError('attachment_not_found', 'No attachment has that id.')

/** Several Macs of a line may have a message, and not all of them its files. */
async function firstThatHas<T>(macs: readonly string[], open: (mac: string) => Promise<T>): Promise<T> {
  let missing: unknown = noAttachment()
  for (const mac of macs)
    try {
      return await open(mac)
    } catch (error) {
      if (!hasCode(error, 'attachment_not_found')) throw error
      missing = error
    }
  throw missing
}

/**
 * A file that lies on a Mac, fetched a part at a time while somebody reads it. Nothing of it is kept, here or in NATS: an
 * object store would have to be bounded, emptied and guarded like the messages themselves, and the Mac keeps what it converts.
 */
async function remoteFile(questions: MacQuestions, mac: string, input: Record<string, unknown>) {
  const part = async (offset: number) => {
    const { data, headers } = await questions.askForBytes(mac, 'get_attachment', { input, offset })
    return { data, of: (name: string) => headers?.get(name) ?? '' }
  }
  const first = await part(0)
  const [size, tag] = [Number(first.of(sizeHeader)), first.of('etag')]
  async function* parts({ start, end }: { start: number; end: number }): AsyncGenerator<Uint8Array> {
    for (let offset = start; offset <= end; ) {
      const { data, of } =
        offset < first.data.length ? { ...first, data: first.data.subarray(offset) } : await part(offset)
      if (data.length === 0 || of('etag') !== tag) throw new Error('the file changed while it was read')
      const wanted = data.subarray(0, end + 1 - offset)
      yield wanted
      offset += wanted.length
    }
  }
  const file: ServedFile = {
    size,
    identity: tag.replace(/^"|"$/g, ''),
    stream: (range = { start: 0, end: size - 1 }) => Readable.from(parts(range), { objectMode: false }),
    close: () => undefined,
  }
  const told = partHeaders.filter((name) => name !== 'etag' && first.of(name) !== '')
  return { file, headers: Object.fromEntries(told.map((name) => [name, first.of(name)])) }
}
