/**
 * Tracks which plugins have failed on this page, in which slot and why; three failures in a slot within five minutes
 * pause it.
 */
import { create } from 'zustand'
import type { SlotName } from '../../src/contract/plugin-slots.ts'
import { client } from '../api/client.ts'
import {
  afterFailure,
  afterRetry,
  type Failure,
  type FailurePlace,
  failureIn,
  type PluginFailures,
  type ShownFailure,
} from './failures.ts'

const none: PluginFailures = {}

export const usePluginStates = create<Readonly<Record<string, PluginFailures>>>(() => ({}))

const failuresOf = (plugin: string): PluginFailures => usePluginStates.getState()[plugin] ?? none

/** Reports a failure once for each slot until it is restarted, and also to the log of the service. */
export function pluginFailed(plugin: string, failure: Failure, nowMs = Date.now()): void {
  const before = failuresOf(plugin)
  const after = afterFailure(before, failure, nowMs)
  if (after === before) return
  usePluginStates.setState({ [plugin]: after })
  const { kind, slot = 'settings.page', detail } = failure
  client.plugin_failed({ name: plugin, slot, kind, detail: detail.slice(0, 500) }).catch(() => undefined)
}

/** Only a person ends a pause. */
export function startAgain(plugin: string, place: FailurePlace): void {
  usePluginStates.setState({ [plugin]: afterRetry(failuresOf(plugin), place) })
}

export function startAgainEverywhere(plugin: string): void {
  for (const place of Object.keys(failuresOf(plugin)) as FailurePlace[]) startAgain(plugin, place)
}

export const isPausedAnywhere = (known: PluginFailures = none): boolean =>
  Object.values(known).some(({ isPaused }) => isPaused)

/** Undefined while the plugin works in this slot. */
export function useFailure(plugin: string, slot: SlotName): ShownFailure | undefined {
  const known = usePluginStates((states) => states[plugin])
  return known && failureIn(known, slot)
}
