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
import type { Sql } from '../store/database.ts'
import { findConversation, listConversations, listMessages, placedMessages } from '../store/history.ts'
import { ofHubGuid } from '../store/ids.ts'
import { search } from '../store/search.ts'

/** The actions that a hub has. */
export function hubActions(sql: Sql, nowMs: () => number) {
  return {
    version,
    list_conversations: (asked, _services, request) => forWhole(request, () => listConversations(sql, asked)),
    get_conversation: ({ guid }, _services, request) =>
      forWhole(request, async () => (await findConversation(sql, guid)) ?? missing(noConversation())),
    list_messages: ({ guid, limit, ...anchors }, _services, request) =>
      forWhole(
        request,
        async () => (await listMessages(sql, guid, { limit, ...onlyAnchor(anchors) })) ?? missing(noConversation()),
      ),
    list_all_messages: ({ rowids, guids, after_rowid, before_rowid }, _services, request) =>
      forWhole(request, async () => {
        if ((rowids ?? guids) === undefined || after_rowid !== undefined || before_rowid !== undefined)
          throw new ServiceError('not_on_hub', 'Macs store messages side by side: a hub has no order of all.')
        return pageOfNamed(await placedMessages(sql, messageNames({ rowids, guids })))
      }),
    get_message: ({ message: named }, _services, request) =>
      forWhole(request, async () => {
        const guid = ofHubGuid(named)?.guid ?? named
        const asked = /^\d{1,16}$/.test(named) ? { rowids: [Number(named)] } : { guids: [guid] }
        const [placed] = await placedMessages(sql, asked)
        return placed ?? missing(new ServiceError('message_not_found', 'There is no such message.', { message: named }))
      }),
    search: (asked, _services, request) => forWhole(request, () => search(sql, asked, nowMs())),
    list_keys: listKeys,
    add_key: addKey,
    change_key: changeKey,
    revoke_key: revokeKey,
    restore_key: restoreKey,
    list_sessions: listSessions,
    end_session: endSession,
  } satisfies Partial<Actions>
}

/** What a grant opens is decided on each Mac; on a hub such a key sees nothing yet. */
function forWhole<T>({ caller }: ActionRequest, answer: () => T): T {
  return caller.grant === null ? answer() : refuseLimited()
}

export function refuseLimited(): never {
  throw new ServiceError('forbidden', 'On a hub this needs a key that is not limited to a part of the messages.', {
    missing: 'a key without a grant',
  })
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
