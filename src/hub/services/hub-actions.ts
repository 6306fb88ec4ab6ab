/** Answers for a hub what the endpoint table asks of conversations, messages and search, over all of its Macs. */
import type { ActionRequest, Actions } from '../../actions/action.ts'
import { addKey } from '../../actions/add-key.ts'
import { changeKey } from '../../actions/change-key.ts'
import { endSession } from '../../actions/end-session.ts'
import { noConversation } from '../../actions/found-conversation.ts'
import { messageNames, pageOfNamed } from '../../actions/get-message.ts'
import { listKeys } from '../../actions/list-keys.ts'
import { onlyAnchor } from '../../actions/list-messages.ts'
import { listSessions } from '../../actions/list-sessions.ts'
import { restoreKey } from '../../actions/restore-key.ts'
import { revokeKey } from '../../actions/revoke-key.ts'
import { version } from '../../actions/version.ts'
import { type ActionName, type EndpointName, endpoints } from '../../contract/endpoints.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { ofHubGuid } from '../store/ids.ts'
import { HubHistory, type HubHistoryDeps } from './hub-history.ts'

/** The actions that a hub has. What is read of messages comes from the history of the caller. */
export function hubActions(deps: HubHistoryDeps) {
  const historyOf = ({ caller }: ActionRequest) => new HubHistory(deps, caller)
  return {
    version,
    list_lines: (_asked, _services, request) => historyOf(request).lines(),
    list_conversations: (asked, _services, request) => historyOf(request).conversations(asked),
    get_conversation: async ({ guid }, _services, request) =>
      (await historyOf(request).conversation(guid)) ?? missing(noConversation()),
    list_messages: async ({ guid, limit, ...anchors }, _services, request) =>
      (await historyOf(request).messages(guid, { limit, ...onlyAnchor(anchors) })) ?? missing(noConversation()),
    list_all_messages: async ({ rowids, guids, after_rowid, before_rowid }, _services, request) => {
      if ((rowids ?? guids) === undefined || after_rowid !== undefined || before_rowid !== undefined)
        throw new ServiceError('not_on_hub', 'Macs store messages side by side: a hub has no order of all.')
      return pageOfNamed(await historyOf(request).placed(messageNames({ rowids, guids })))
    },
    get_message: async ({ message: named }, _services, request) => {
      const guid = ofHubGuid(named)?.guid ?? named
      const asked = /^\d{1,16}$/.test(named) ? { rowids: [Number(named)] } : { guids: [guid] }
      const [placed] = await historyOf(request).placed(asked)
      return placed ?? missing(new ServiceError('message_not_found', 'There is no such message.', { message: named }))
    },
    search: (asked, _services, request) => historyOf(request).search(asked),
    list_keys: listKeys,
    add_key: addKey,
    change_key: changeKey,
    revoke_key: revokeKey,
    restore_key: restoreKey,
    list_sessions: listSessions,
    end_session: endSession,
  } satisfies Partial<Actions>
}

function missing(error: ServiceError): never {
  throw error
}

/** What the web process itself answers on a hub: signing in, and what describes the API. */
const webAnswers: readonly EndpointName[] = [
  ...(['login_page', 'login', 'login_assets', 'logout', 'setup_page', 'setup', 'change_password'] as const),
  ...(['page_session', 'prove_identity', 'favicon', 'openapi', 'reference', 'reference_assets', 'events'] as const),
]

export const answersOf =
  (actions: Partial<Record<ActionName, unknown>>) =>
  (name: EndpointName): boolean =>
    endpoints[name].by === 'action' ? Object.hasOwn(actions, name) : webAnswers.includes(name)
