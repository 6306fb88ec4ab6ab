/** Implements GET /api/v1/compat. */
import type { Action } from './action.ts'
import { blueBubblesState } from './bluebubbles-state.ts'

export const compat: Action<'compat'> = (_input, { settings, compat: listeners, apiKeysUse, nowMs }) => ({
  bluebubbles: blueBubblesState({
    config: settings.current(),
    note: listeners.blueBubbles(),
    doesWebRun: true,
    apiKeysUse,
    webhooks: listeners.webhooks(),
    nowMs: nowMs(),
  }),
})
