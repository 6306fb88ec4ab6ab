/** The frames that are open: one for each plugin, from the first place that is seen until a while after the last. */
import type { PluginSlot } from '../../../src/contract/plugin-page.ts'
import { usePluginStates } from '../plugin-states.ts'
import { type FrameHost, openFrameHost } from './frame-host.ts'

interface Open {
  host: FrameHost
  version: string
  users: number
}

const open = new Map<string, Open>()
const idleMs = 10_000
const versionOf = ({ version, lane }: PluginSlot): string => `${version} ${lane}`

/** Give it back with `release`. */
export function acquireFrameHost(plugin: PluginSlot): FrameHost {
  const known = open.get(plugin.plugin)
  if (known?.version === versionOf(plugin)) {
    known.users++
    return known.host
  }
  known?.host.close()
  const host = openFrameHost(plugin)
  open.set(plugin.plugin, { host, version: versionOf(plugin), users: 1 })
  return host
}

export function releaseFrameHost(name: string, host: FrameHost): void {
  const known = open.get(name)
  if (known?.host !== host) return
  known.users--
  setTimeout(() => {
    if (known.users > 0 || open.get(name) !== known) return
    host.close()
    open.delete(name)
  }, idleMs)
}

// A frame that failed as a whole is gone; who wants the plugin again gets another.
usePluginStates.subscribe((states) => {
  for (const [name, { host }] of open)
    if (states[name]?.all?.failure !== undefined) {
      host.close()
      open.delete(name)
    }
})
