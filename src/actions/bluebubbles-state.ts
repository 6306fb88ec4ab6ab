/** Builds what the listener for BlueBubbles' clients says of itself, from the settings and from what the web process noted. */
import type { BlueBubblesState, CompatWebhook, ListenerState } from '../contract/compat.ts'
import type { Config } from '../contract/config.ts'
import { ownUrl } from '../domain/access/own-url.ts'
import { shownKey } from '../domain/access/shown-key.ts'
import { isExpired } from '../store/api-keys.ts'
import type { ApiKeysUse } from '../store/api-keys-use.ts'
import type { ListenerNote } from '../store/bluebubbles-listener.ts'

interface Sources {
  config: Pick<Config, 'auth' | 'compat'>
  /** Undefined until the web process has tried to listen. */
  note: ListenerNote | undefined
  doesWebRun: boolean
  apiKeysUse: Pick<ApiKeysUse, 'last'>
  webhooks: CompatWebhook[]
  nowMs: number
}

export function blueBubblesState(sources: Sources): BlueBubblesState {
  const { config, note, apiKeysUse, webhooks, nowMs } = sources
  const { host, port: wanted, key_id: keyId } = config.compat.bluebubbles
  const state = listenerState(sources)
  const port = state === 'listening' ? (note?.listening_port ?? wanted) : wanted
  const key = config.auth.api_keys.find((one) => one.id === keyId && !isExpired(one, nowMs))
  return {
    state,
    url: ownUrl({ host, port }),
    host,
    port,
    problem: state === 'cannot_listen' ? (note?.problem ?? null) : null,
    key: key === undefined ? null : shownKey(key, apiKeysUse.last(key.id)),
    webhooks,
  }
}

function listenerState({ config, note, doesWebRun }: Sources): ListenerState {
  const { enabled, host, port } = config.compat.bluebubbles
  if (!enabled) return 'off'
  if (!doesWebRun) return 'not_running'
  if (note?.host !== host || note.port !== port) return 'starting'
  return note.problem === null ? 'listening' : 'cannot_listen'
}
