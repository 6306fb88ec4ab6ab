/**
 * Implements the endpoints for failed deliveries: GET /api/v1/plugins/{name}/dead, POST …/dead/retry and …/dead/drop.
 */
import { principalOf } from '../domain/access/principal.ts'
import type { Action } from './action.ts'
import { pluginRecord } from './plugin-records.ts'

export const listDead: Action<'list_dead'> = ({ name, limit }, services) => {
  pluginRecord(name, services)
  return services.journal.deadLetters(name, limit).map(({ id, guid, attempts, settledAtMs, error }) => ({
    ...{ id, message_guid: guid, attempts, error },
    given_up_at: new Date(settledAtMs).toISOString(),
  }))
}

export const retryDead: Action<'retry_dead'> = ({ name, ids }, services, { caller }) => {
  pluginRecord(name, services)
  const changed = services.deadLetters.retry({ integration: name, ids })
  services.audit.append({ action: 'dead_retried', principal: principalOf(caller), target: name, result: 'ok' })
  return { changed }
}

export const dropDead: Action<'drop_dead'> = ({ name, ids }, services, { caller }) => {
  pluginRecord(name, services)
  const changed = services.deadLetters.drop({ integration: name, ids })
  services.audit.append({ action: 'dead_dropped', principal: principalOf(caller), target: name, result: 'ok' })
  return { changed }
}
