/**
 * Implements the endpoints for failed deliveries: GET /api/v1/plugins/{name}/dead, POST …/dead/retry and …/dead/drop.
 */
import { timestamp } from '../base/timestamp.ts'
import { principalOf } from '../domain/access/principal.ts'
import type { DeadLetterChanges } from '../store/journal/dead-letters.ts'
import type { Action, ActionRequest } from './action.ts'
import { pluginRecord } from './plugin-records.ts'
import type { Services } from './services.ts'

export const listDead: Action<'list_dead'> = ({ name, limit }, services) => {
  pluginRecord(name, services)
  return services.journal.deadLetters(name, limit).map(({ id, guid, attempts, settledAtMs, error }) => ({
    id,
    message_guid: guid,
    attempts,
    error,
    given_up_at: timestamp(settledAtMs),
  }))
}

export const retryDead: Action<'retry_dead'> = (params, services, request) =>
  changeDead(params, services, { request, change: services.deadLetters.retry, action: 'dead_retried' })

export const dropDead: Action<'drop_dead'> = (params, services, request) =>
  changeDead(params, services, { request, change: services.deadLetters.drop, action: 'dead_dropped' })

interface Change {
  request: ActionRequest
  change: DeadLetterChanges['retry']
  action: 'dead_retried' | 'dead_dropped'
}

function changeDead(
  { name, ids }: { name: string; ids?: string[] },
  services: Services,
  { request: { caller }, change, action }: Change,
): { changed: number } {
  pluginRecord(name, services)
  const changed = change({ integration: name, ids })
  if (changed > 0) services.audit.append({ action, principal: principalOf(caller), target: name, result: 'ok' })
  return { changed }
}
