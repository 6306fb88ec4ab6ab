/** Implements the endpoints below /api/v1/push. */
import { timestamp } from '../base/timestamp.ts'
import type { PushSubscription } from '../contract/push.ts'
import { principalOf } from '../domain/access/principal.ts'
import { ServiceError } from '../domain/service-error.ts'
import type { PushSubscriber } from '../store/push-file.ts'
import type { Action, Caller } from './action.ts'
import type { PushService } from './services.ts'

export const pushKey: Action<'push_key'> = (_, { push }) => ({ public_key: push.publicKey() })

export const listPushSubscriptions: Action<'list_push_subscriptions'> = (_, { push }, { caller }) =>
  push
    .list()
    .filter((subscriber) => isVisible(subscriber, caller))
    .map((subscriber) => shown(subscriber, caller))

export const addPushSubscription: Action<'add_push_subscription'> = (given, { push, audit }, { caller, headers }) => {
  const { endpoint, keys, ...choices } = given
  const before = push.ofEndpoint(endpoint)
  const owner = { via: caller.via, id: caller.id }
  const added = push.add({ endpoint, ...keys, owner, browser: headers['user-agent'] ?? '', choices })
  if (before === undefined || !isOwn(before, caller))
    audit.append({ action: 'push_added', principal: principalOf(caller), target: added.id, result: 'ok' })
  return shown(added, caller)
}

export const changePushSubscription: Action<'change_push_subscription'> = (
  { id, ...change },
  { push, audit },
  { caller },
) => {
  requireVisible(id, push, caller)
  const { level, people, muted, alerts, held, language } = change
  const given = Object.entries({ level, people, muted, alerts, held, language }).filter(
    ([, value]) => value !== undefined,
  )
  const changed = push.choose(id, Object.fromEntries(given))
  audit.append({ action: 'push_changed', principal: principalOf(caller), target: id, result: 'ok' })
  return shown(changed, caller)
}

export const removePushSubscription: Action<'remove_push_subscription'> = ({ id }, { push, audit }, { caller }) => {
  requireVisible(id, push, caller)
  push.remove(id)
  audit.append({ action: 'push_removed', principal: principalOf(caller), target: id, result: 'ok' })
}

export const testPushSubscription: Action<'test_push_subscription'> = ({ id }, { push }, { caller }) => {
  requireVisible(id, push, caller)
  return push.test(id)
}

const isOwn = ({ owner }: PushSubscriber, { via, id }: Caller): boolean => owner.via === via && owner.id === id

const isVisible = (subscriber: PushSubscriber, caller: Caller): boolean =>
  caller.scopes.includes('admin') || isOwn(subscriber, caller)

/** Does not reveal the subscriptions of others. */
function requireVisible(id: string, push: PushService, caller: Caller): void {
  if (!push.list().some((subscriber) => subscriber.id === id && isVisible(subscriber, caller)))
    throw new ServiceError('not_found', 'No browser is notified under that id.')
}

/** The endpoint stays here: whoever knows it and the keys could send notifications, too. */
const shown = (subscriber: PushSubscriber, caller: Caller): PushSubscription => ({
  id: subscriber.id,
  browser: subscriber.browser,
  service: new URL(subscriber.endpoint).hostname,
  created_at: timestamp(subscriber.createdMs),
  last_pushed_at: timestamp(subscriber.lastPushedMs),
  trouble: subscriber.trouble,
  ...subscriber.choices,
  current: isOwn(subscriber, caller),
})
