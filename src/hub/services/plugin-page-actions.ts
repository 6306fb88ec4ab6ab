/**
 * Answers the requests that plugins make from the page of a hub: the actions of a Mac, over the conversation and
 * message that were read from PostgreSQL first. A plugin that is limited to some lines sees no others here either.
 */
import type { ActionRequest, Actions } from '../../actions/action.ts'
import { noConversation } from '../../actions/found-conversation.ts'
import { pluginCall } from '../../actions/plugin-page/plugin-call.ts'
import { pluginConversation } from '../../actions/plugin-page/plugin-conversation.ts'
import { pluginSendFile } from '../../actions/plugin-page/plugin-send-file.ts'
import type { Services } from '../../actions/services.ts'
import type { Conversation } from '../../contract/conversation.ts'
import { sameHandle } from '../../domain/handles.ts'
import { takesLine } from '../../domain/plugin-configuration.ts'
import type { Placed } from '../store/history.ts'
import { ofHubGuid } from '../store/ids.ts'
import { relayKey } from '../store/relay-key.ts'
import type { HubHistory } from './hub-history.ts'

export function pluginPageActions(historyOf: (request: ActionRequest) => HubHistory) {
  return {
    plugin_conversation: async ({ name, guid }, services, request) => {
      const found = await historyOf(request).found(guid)
      if (found === undefined || !takes(name, found.guid, services)) throw noConversation()
      return pluginConversation({ name, guid: found.guid }, knowing(services, { conversation: found }), request)
    },
    plugin_call: async (asked, services, request) => {
      const { name, method, args } = asked
      if (method === 'send_text') requireLine(name, args.conversation_id, services)
      const known = method === 'get_message' ? await messageOf(args.rowid, historyOf(request)) : undefined
      const isKnown = known !== undefined && takes(name, known.conversation.guid, services)
      return pluginCall(asked, knowing(services, isKnown ? known : {}), request)
    },
    plugin_send_file: (asked, services, request) => {
      requireLine(asked.name, asked.conversation_id, services)
      return pluginSendFile(asked, knowing(services, {}), request)
    },
  } satisfies Partial<Actions>
}

type PlacedOnMac = ReturnType<Services['history']['placed']>[number]

interface Known {
  conversation?: Conversation
  placed?: Placed
}

const takes = (name: string, guid: string, { settings }: Pick<Services, 'settings'>): boolean =>
  takesLine(settings.current().integrations, name, ofHubGuid(guid)?.line)

/** Throws `conversation_not_found` for a conversation that the plugin learned of before its lines were changed. */
function requireLine(name: string, id: unknown, services: Services): void {
  const guid = typeof id === 'string' ? services.pluginPages.conversations.guidOf(name, id) : undefined
  if (guid !== undefined && !takes(name, guid, services)) throw noConversation()
}

async function messageOf(rowid: unknown, history: HubHistory): Promise<Required<Known> | undefined> {
  if (!Number.isSafeInteger(rowid)) return undefined
  const placed = await history.foundMessage(Number(rowid))
  const conversation = placed && (await history.found(String(placed.conversation)))
  return conversation && { placed, conversation }
}

/** Returns the services over what was read. Sending finds the chat and its line itself. */
const knowing = (services: Services, { conversation, placed }: Known): Services =>
  Object.assign(Object.create(services), {
    history: {
      conversationKey: () => conversation && relayKey(conversation),
      conversation: () => conversation,
      chatGuid: () => undefined,
      placed: () => (placed === undefined || conversation === undefined ? [] : [placedAsOnMac(placed, conversation)]),
    },
    contacts: { nameOf: (handle: string) => conversation && nameIn(conversation, placed, handle) },
    meant: (written: string) => written,
  })

function placedAsOnMac({ message, ...where }: Placed, conversation: Conversation): PlacedOnMac {
  const { is_group: isGroup, handle, category, guid } = conversation
  return {
    ...where,
    message,
    conversation: relayKey(conversation),
    address: isGroup || message.is_from_me ? handle : message.handle,
    chatGuid: guid,
    category,
    sentAtMs: Date.parse(message.ts),
  }
}

/** Returns the name under which the contacts of the line know somebody. */
function nameIn(
  { is_group, display_name, addresses, participants }: Conversation,
  placed: Placed | undefined,
  handle: string,
) {
  const { message } = placed ?? {}
  const written = message !== undefined && sameHandle(message.handle, handle) ? message.sender : undefined
  const name = written ?? (is_group ? participants.find((one) => sameHandle(one.handle, handle))?.name : display_name)
  return name === undefined || [handle, ...addresses].includes(name) ? undefined : name
}
