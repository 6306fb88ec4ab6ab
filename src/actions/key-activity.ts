/** Implements GET /api/v1/keys/{id}/activity and POST /api/v1/keys/{id}/seen. */
import { timestamp } from '../base/timestamp.ts'
import type { KeyActivity } from '../contract/key-activity.ts'
import { principalOf } from '../domain/access/principal.ts'
import { unlessFailed } from '../domain/service-error.ts'
import type { Action } from './action.ts'
import { noSuchKey } from './revoke-key.ts'
import type { SendingServices, Services } from './services.ts'
import { keyInAnswer } from './shown-keys.ts'

const mostSends = 50

export const keyActivity: Action<'key_activity'> = async ({ id }, services) => {
  const { settings, apiKeysUse, keyActivity: activity } = services
  const key = settings.current().auth.api_keys.find((each) => each.id === id)
  if (key === undefined) throw noSuchKey()
  const last = apiKeysUse.last(id)
  const lastMs = activity.lastUsedMs(id)
  return {
    id,
    label: key.label,
    last_used_at: lastMs === undefined ? null : timestamp(lastMs),
    last_used_on: last?.on ?? null,
    last_used_from: last?.from ?? null,
    days: daysOf(id, services),
    sends: await sendsOf(id, services),
    refusals: activity.refusals(id),
    marks: activity.marks(id).map(({ kind, atMs, isSeen }) => ({ kind, at: timestamp(atMs), seen: isSeen })),
  }
}

/** Chats of one conversation are one entry. */
function daysOf(id: string, { keyActivity: activity, history }: Services): KeyActivity['days'] {
  const known = new Map<string, { guid: string; name: string | null; is_group: boolean }>()
  const conversationOf = (guid: string) => {
    const conversation = known.get(guid) ?? shownConversation(guid, history)
    known.set(guid, conversation)
    return conversation
  }
  return activity.days(id).map(({ conversations, ...day }) => {
    const byGuid = new Map<string, KeyActivity['days'][number]['conversations'][number]>()
    for (const { guid, messages } of conversations) {
      const conversation = conversationOf(guid)
      const before = byGuid.get(conversation.guid)?.messages ?? 0
      byGuid.set(conversation.guid, { ...conversation, messages: before + messages })
    }
    return { ...day, conversations: [...byGuid.values()] }
  })
}

function shownConversation(guid: string, history: Services['history']) {
  const conversation = found(guid, history)
  return {
    guid: conversation?.guid ?? guid,
    name: conversation?.display_name ?? null,
    is_group: conversation?.is_group ?? guid.includes(';+;'),
  }
}

/** Undefined also while Messages cannot be read: what a key did is told all the same. */
const found = (guid: string, history: Services['history']) => unlessFailed(() => history.conversation(guid))

async function sendsOf(
  id: string,
  { sending, history, contacts }: Omit<Services, 'sending'> & Pick<SendingServices, 'sending'>,
): Promise<KeyActivity['sends']> {
  return (await sending.list({ limit: mostSends, by: `key:${id}` })).map((send) => ({
    id: send.id,
    at: send.created_at,
    state: send.state,
    kind: send.kind,
    handle: send.handle,
    chat_guid: send.chat_guid,
    name:
      (send.chat_guid === null ? undefined : found(send.chat_guid, history)?.display_name) ??
      contacts.nameOf(send.handle) ??
      null,
    error_code: send.error?.code ?? null,
  }))
}

export const seeKeyMarks: Action<'see_key_marks'> = ({ id }, services, { caller }) => {
  const { settings, audit, keyActivity: activity } = services
  const key = settings.current().auth.api_keys.find((each) => each.id === id)
  if (key === undefined) throw noSuchKey()
  activity.seen(id)
  audit.append({ action: 'key_seen', principal: principalOf(caller), target: id, result: 'ok' })
  return keyInAnswer(key, services)
}
