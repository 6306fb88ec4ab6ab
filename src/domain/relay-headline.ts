/** Decides what there is to say of the relay in one sentence; each door says it in its own words. */
import type { Destination, DestinationState, Overview } from '../contract/overview.ts'
import type { PluginRecord } from '../contract/plugin.ts'

/** The facts about a plugin that the sentence needs. */
export type HeadlinePlugin = Pick<
  Destination,
  'name' | 'display_name' | 'state' | 'queued' | 'retrying' | 'failing_since' | 'next_attempt_at' | 'last_error'
>

/** The parts of the sentence. */
export type HeadlineOverview<P extends HeadlinePlugin = HeadlinePlugin> = Pick<
  Overview,
  'people' | 'groups' | 'scope' | 'delivered_today' | 'last_delivered_at'
> & { plugins: readonly P[] }

export type RelayHeadline<P extends HeadlinePlugin = HeadlinePlugin> =
  | { is: 'stopped'; plugins: readonly [P] }
  /** `since` is when the first of them began to fail, where that is known. */
  | { is: 'failing'; plugins: readonly P[]; since: string | undefined }
  /** Every plugin is paused. */
  | { is: 'paused'; plugins: readonly P[] }
  | { is: 'no_plugin' | 'nobody'; plugins: readonly P[] }
  /** `paused` are those of the plugins that are handed nothing for now. */
  | { is: 'running'; plugins: readonly P[]; paused: readonly P[] }

export function relayHeadline<P extends HeadlinePlugin>(overview: HeadlineOverview<P>): RelayHeadline<P> {
  const on = overview.plugins.filter(({ state }) => state !== 'off')
  const stopped = on.find(({ state }) => state === 'stopped')
  if (stopped !== undefined) return { is: 'stopped', plugins: [stopped] }
  const failing = on.filter(({ state }) => state === 'failing')
  const [since] = failing.flatMap(({ failing_since: at }) => at ?? []).toSorted()
  if (failing.length > 0) return { is: 'failing', plugins: failing, since }
  if (on.length === 0) return { is: 'no_plugin', plugins: on }
  if (overview.scope === 'whitelist' && overview.people + overview.groups === 0) return { is: 'nobody', plugins: on }
  const paused = on.filter(({ state }) => state === 'paused')
  if (paused.length === on.length) return { is: 'paused', plugins: paused }
  return { is: 'running', plugins: on.filter(({ state }) => state !== 'paused'), paused }
}

/** Counts the waiting deliveries of these plugins, and tells when the first of them is tried. */
export function queueOf(plugins: readonly HeadlinePlugin[]): { count: number; nextAt: string | undefined } {
  const [nextAt] = plugins.flatMap(({ next_attempt_at: at }) => at ?? []).toSorted()
  return { count: plugins.reduce((sum, { queued, retrying }) => sum + queued + retrying, 0), nextAt }
}

interface PluginSigns extends Pick<PluginRecord, 'enabled' | 'paused' | 'status' | 'waiting_for'> {
  /** Whether deliveries fail without one that succeeded since. */
  isFailing: boolean
}

/** Says how a plugin does in one word. */
export function destinationState({
  enabled,
  paused,
  status,
  waiting_for: wait,
  isFailing,
}: PluginSigns): DestinationState {
  if (!enabled) return 'off'
  if (status === 'failed' || status === 'invalid') return 'stopped'
  if (paused) return 'paused'
  if (wait === 'receiver' || (isFailing && status === 'running')) return 'failing'
  return status === 'running' ? 'ok' : 'waiting'
}
