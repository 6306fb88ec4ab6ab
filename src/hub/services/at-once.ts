/** The actions of a hub that its Macs do at once: changes of messages, the typing indicator, and the bytes of files. */

import { Readable } from 'node:stream'
import type { Action, ActionRequest, Actions } from '../../actions/action.ts'
import { auditChange } from '../../actions/change-and-audit.ts'
import { noConversation } from '../../actions/found-conversation.ts'
import { type ServedFile, serveFile } from '../../actions/get-attachment.ts'
import type { Services } from '../../actions/services.ts'
import type { Message } from '../../contract/message.ts'
import { hasCode, ServiceError } from '../../domain/service-error.ts'
import { type AskableEndpoint, partHeaders, sizeHeader } from '../../envelope/questions.ts'
import type { Sql } from '../store/database.ts'
import { findConversation, messageOnMac } from '../store/history.ts'
import { ofHubGuid } from '../store/ids.ts'
import { changedMessage } from '../store/shown.ts'
import type { MacQuestions } from './mac-questions.ts'

interface AtOnceDeps {
  sql: Sql
  questions: MacQuestions
}

export function atOnceActions({ sql, questions }: AtOnceDeps) {
  const change =
    (endpoint: AskableEndpoint, what: string) =>
    async ({ rowid, ...input }: { rowid: number }, { audit }: Services, request: ActionRequest): Promise<Message> => {
      requireWhole(request)
      const there = await messageOnMac(sql, rowid)
      if (there === undefined) throw new ServiceError('message_not_found', 'There is no such message.', { rowid })
      const { mac, guid: message, line, starred } = there
      return auditChange(`${rowid} ${what}, on its Mac`, { audit, caller: request.caller }, async () => {
        const changed = (await questions.ask(mac, endpoint, { input, message })) as Message
        return changedMessage(changed, { line, rowid, guid: message, starred })
      })
    }
  const setTyping: Action<'set_typing'> = async ({ guid, on }, _services, request) => {
    requireWhole(request)
    const found = await findConversation(sql, guid)
    const named = found && ofHubGuid(found.guid)
    if (named === undefined) throw noConversation()
    const [mac = ''] = await questions.ofLine(named.line)
    await questions.ask(mac, 'set_typing', { input: { guid: named.guid, on } })
    return { typing: on }
  }
  const getAttachment: Action<'get_attachment'> = async ({ id, ...form }, _services, request) => {
    requireWhole(request)
    const named = ofHubGuid(id)
    if (named === undefined) throw noAttachment()
    const macs = await questions.ofLine(named.line)
    const { file, headers } = await firstThatHas(macs, (mac) => remoteFile(questions, mac, { id: named.guid, ...form }))
    return serveFile(file, headers, request)
  }
  return {
    edit_message: change('edit_message', 'edit'),
    unsend_message: change('unsend_message', 'unsend'),
    change_tapback: change('change_tapback', 'tapback'),
    set_typing: setTyping,
    get_attachment: getAttachment,
  } satisfies Partial<Actions>
}

/** What a grant opens of these is decided on each Mac, whose key is that of the hub. */
function requireWhole({ caller }: ActionRequest): void {
  if (caller.grant === null) return
  throw new ServiceError('forbidden', 'On a hub this needs a key that is not limited to a part of the messages.', {
    missing: 'a key without a grant',
  })
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
