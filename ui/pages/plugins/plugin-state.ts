/** Decides which of a few states a plugin is in for a reader, from what its record says. */
import type { PluginRecord } from '../../../src/contract/plugin.ts'

export type PluginState =
  | 'ok'
  | 'starting'
  | 'restarting'
  | 'retrying'
  | 'failed'
  | 'paused'
  | 'off'
  | 'relay_stopped'
  | 'approval'
  | 'disk'
  | 'invalid'

type Judged = Pick<PluginRecord, 'status' | 'waiting_for' | 'paused' | 'retrying' | 'last_error'>

const waits = {
  relay: 'relay_stopped',
  receiver: 'retrying',
  restart: 'restarting',
  approval: 'approval',
  disk: 'disk',
} as const satisfies Record<NonNullable<PluginRecord['waiting_for']>, PluginState>

/** A pause explains why nothing is delivered, so it comes before everything that may pass. */
export function stateOf({ status, waiting_for: wait, paused, retrying, last_error: error }: Judged): PluginState {
  if (status === 'invalid' || status === 'off' || status === 'failed') return status
  if (paused) return 'paused'
  if (status === 'starting') return 'starting'
  if (wait !== null) return waits[wait]
  if (retrying > 0) return 'retrying'
  return error === null ? 'ok' : 'failed'
}

export type Tone = 'good' | 'idle' | 'warning' | 'bad'

const tones: Readonly<Record<PluginState, Tone>> = {
  ok: 'good',
  starting: 'warning',
  restarting: 'warning',
  retrying: 'warning',
  approval: 'warning',
  relay_stopped: 'bad',
  disk: 'bad',
  failed: 'bad',
  invalid: 'bad',
  paused: 'idle',
  off: 'idle',
}

export const toneOf = (state: PluginState): Tone => tones[state]

/** Filters change what others receive; only the other tiers receive deliveries of their own. */
export const receives = ({ tier }: Pick<PluginRecord, 'tier'>): boolean => tier === 'notify' || tier === 'official'
