/** Tracks in which slots of this page plugins have failed, and why. */
import { create } from 'zustand'
import type { SlotName } from '../../src/contract/plugin-slots.ts'
import { client } from '../api/client.ts'
import { afterFailure, afterRetry, type Failure, type PluginFailures, type SlotFailures } from './failures.ts'

const none: PluginFailures = {}

export const usePluginStates = create<Readonly<Record<string, PluginFailures>>>(() => ({}))

const failuresOf = (plugin: string): PluginFailures => usePluginStates.getState()[plugin] ?? none

/** Reports a failure once for each slot until it is restarted, and also to the log of the service. */
export function pluginFailed(plugin: string, failure: Failure, nowMs = Date.now()): void {
  const before = failuresOf(plugin)
  const after = afterFailure(before, failure, nowMs)
  if (after === before) return
  usePluginStates.setState({ [plugin]: after })
  const { kind, slot, detail } = failure
  client.plugin_failed({ name: plugin, slot, kind, detail: detail.slice(0, 500) }).catch(() => undefined)
}

/** Starts a paused plugin again, which only a person does. */
export function startAgain(plugin: string, slot: SlotName): void {
  usePluginStates.setState({ [plugin]: afterRetry(failuresOf(plugin), slot) })
}

export function startAgainEverywhere(plugin: string): void {
  for (const slot of Object.keys(failuresOf(plugin)) as SlotName[]) startAgain(plugin, slot)
}

export const isPausedAnywhere = (known: PluginFailures = none): boolean =>
  Object.values(known).some(({ isPaused }) => isPaused)

export const useSlotFailures = (plugin: string, slot: SlotName): SlotFailures | undefined =>
  usePluginStates((states) => states[plugin]?.[slot])
