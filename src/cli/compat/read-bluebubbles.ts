/** Reads the state of the listener for BlueBubbles' clients from the files of the service; no process has to respond. */
import { setTimeout as pause } from 'node:timers/promises'
import { blueBubblesState } from '../../actions/bluebubbles-state.ts'
import type { BlueBubblesState } from '../../contract/compat.ts'
import { openApiKeysUse } from '../../store/api-keys-use.ts'
import { listenerNotes } from '../../store/bluebubbles-listener.ts'
import { readCompatWebhooks } from '../../store/bluebubbles-webhooks.ts'
import { loadConfig } from '../../store/config-in-force.ts'
import { readPid } from '../../store/process-lock.ts'
import type { ServiceDir } from '../../store/service-dir.ts'

/** Throws where the settings cannot be read. */
export function readBlueBubbles(dir: ServiceDir): BlueBubblesState {
  const [{ config }, nowMs] = [loadConfig(dir), Date.now()]
  return blueBubblesState({
    config,
    note: listenerNotes(dir).read(),
    doesWebRun: readPid(dir.webPidFile) !== undefined,
    apiKeysUse: openApiKeysUse(dir.apiKeysUseFile),
    webhooks: readCompatWebhooks({ ...dir, config, nowMs }),
    nowMs,
  })
}

/** A running web process notices changed settings within two seconds. */
const followedWithinMs = 6_000
const pollMs = 100

/** Waits until the web process has followed the settings, if it runs. */
export async function settledBlueBubbles(dir: ServiceDir): Promise<BlueBubblesState> {
  const end = performance.now() + followedWithinMs
  for (;;) {
    const state = readBlueBubbles(dir)
    if (state.state !== 'starting' || performance.now() > end) return state
    await pause(pollMs)
  }
}
