/** Keeps the open frames: one for each plugin, from the first visible slot until a while after the last. */
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

/** Every acquired host must be released. */
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

// A frame that failed as a whole is closed; the next slot of the plugin opens another.
usePluginStates.subscribe((states) => {
  for (const [name, { host }] of open)
    if (states[name]?.all?.failure !== undefined) {
      host.close()
      open.delete(name)
    }
})
