/**
 * The actions of a hub that its Macs do at once: changes of messages, the typing indicator, and the bytes of files, alone and in
 * exports.
 */

import type { Action, ActionRequest, Actions } from '../../actions/action.ts'
import { auditChange } from '../../actions/change-and-audit.ts'
import { exportOf } from '../../actions/export-conversation.ts'
import { noConversation } from '../../actions/found-conversation.ts'
import { serveFile } from '../../actions/get-attachment.ts'
import { requireDirectReach, requireOwnChange } from '../../actions/require-direct.ts'
import type { Services } from '../../actions/services.ts'
import type { Conversation } from '../../contract/conversation.ts'
import type { Message } from '../../contract/message.ts'
import { sendsAs } from '../../domain/grant/lines.ts'
import { notGranted } from '../../domain/grant/not-granted.ts'
import { conversationKey } from '../../domain/history/chat-guid.ts'
import { hasCode, ServiceError } from '../../domain/service-error.ts'
import type { AskableEndpoint } from '../../envelope/questions.ts'
import { mediaFrom } from '../../export/media.ts'
import type { Sql } from '../store/database.ts'
import { messageOnMac } from '../store/history.ts'
import { ofHubGuid } from '../store/ids.ts'
import { changedMessage } from '../store/shown.ts'
import { fileOnMac, noAttachment } from './file-on-mac.ts'
import type { HubHistory } from './hub-history.ts'
import type { MacQuestions } from './mac-questions.ts'

interface AtOnceDeps {
  sql: Sql
  questions: MacQuestions
  historyOf(request: ActionRequest): HubHistory
  nowMs(): number
}

type DirectServices = Pick<Services, 'persons' | 'nowMs' | 'keyActivity'>

export function atOnceActions({ sql, questions, historyOf, nowMs }: AtOnceDeps) {
  /** Builds the action for one kind of change. With `isOwnOnly`, a limited key may change only what it sent itself. */
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
    if (named === undefined || (await historyOf(request).file(id)) === undefined) throw noAttachment()
    const { file, headers } = await fileOnMac(questions, id, form)
    return serveFile(file, headers, request)
  }
  const exportConversation: Action<'export_conversation'> = async ({ guid, ...asked }, _services, request) => {
    const history = historyOf(request)
    const conversation = await history.conversation(guid)
    if (conversation === undefined) throw noConversation()
    const open = async (id: string, form: { format?: 'jpeg' | 'm4a' } = {}) =>
      (await history.file(id)) && unlessAway(async () => (await fileOnMac(questions, id, form)).file)
    const media = mediaFrom({ open, convert: ({ id }, { to }) => open(id, { format: to === 'm4a' ? 'm4a' : 'jpeg' }) })
    return exportOf(asked, { history, conversation, media, nowMs: nowMs() })
  }
  return {
    export_conversation: exportConversation,
    edit_message: change('edit_message', 'edit', true),
    unsend_message: change('unsend_message', 'unsend', true),
    change_tapback: change('change_tapback', 'tapback', false),
    set_typing: setTyping,
    get_attachment: getAttachment,
  } satisfies Partial<Actions>
}

/**
 * Throws `send_not_granted` when the key may see the conversation but may not do what becomes visible in it at once.
 */
function requireDirect({ caller }: ActionRequest, found: Conversation | undefined, services: DirectServices): void {
  const { grant } = caller
  if (grant === null) return
  if (found === undefined) throw noConversation()
  if (!sendsAs(grant, found.line ?? '')) throw notGranted('may_send_as')
  const { is_group: isGroup, handle, addresses, participants } = found
  requireDirectReach(
    caller,
    {
      conversation: conversationKey(isGroup, handle),
      isGroup,
      handle,
      addresses,
      members: participants.map((one) => one.handle),
      line: ofHubGuid(found.guid)?.line ?? 0,
    },
    services,
  )
}

/** Returns undefined when the Mac that has the file is away: the export then names the file as missing. */
async function unlessAway<T>(open: () => Promise<T>): Promise<T | undefined> {
  try {
    return await open()
  } catch (error) {
    if (hasCode(error, 'mac_offline') || hasCode(error, 'attachment_not_found')) return undefined
    throw error
  }
}
