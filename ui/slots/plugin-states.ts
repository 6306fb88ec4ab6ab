/** Which plugins have failed on this page, where and why; one that fails three times within five minutes pauses. */
import { create } from 'zustand'
import { client } from '../api/client.ts'
import { afterFailure, type Failure, type PluginState } from './failures.ts'

const fresh: PluginState = { failedAt: [], isPaused: false }

export const usePluginStates = create<Readonly<Record<string, PluginState>>>(() => ({}))

/** Told once, until it is started again; the log hears of it, too. */
export function pluginFailed(plugin: string, failure: Failure, nowMs = Date.now()): void {
  const before = usePluginStates.getState()[plugin] ?? fresh
  if (before.failure !== undefined) return
  usePluginStates.setState({ [plugin]: afterFailure(before, failure, nowMs) })
  const { kind, slot = 'settings.page', detail } = failure
  client.plugin_failed({ name: plugin, slot, kind, detail: detail.slice(0, 500) }).catch(() => undefined)
}

/** A pause ends by hand alone, and the count with it. */
export function startAgain(plugin: string): void {
  const { failedAt, isPaused } = usePluginStates.getState()[plugin] ?? fresh
  usePluginStates.setState({ [plugin]: { failedAt: isPaused ? [] : failedAt, isPaused: false } })
}

/** Undefined while it fares well. One that has failed is shown nowhere: what it draws comes out of one frame. */
export const useFailure = (plugin: string): (Failure & { isPaused: boolean }) | undefined => {
  const state = usePluginStates((states) => states[plugin])
  if (state?.failure === undefined) return undefined
  const { failure, isPaused } = state
  return { ...failure, isPaused }
}
