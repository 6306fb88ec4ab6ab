/** Loads the module of a plugin that runs within the page, once for each version and again after a failure. */
import type { PluginSlot } from '../../../src/contract/plugin-page.ts'
import { type Registered, registeredBy } from '../../../src/plugin-ui/slots.ts'

const loaded = new Map<string, Promise<Registered>>()
let failures = 0

export function loadTrusted({ plugin, version, entry }: PluginSlot): Promise<Registered> {
  const key = `${plugin} ${version}`
  const known = loaded.get(key)
  if (known !== undefined) return known
  // Browsers remember that the module of an address failed, so a retry needs another address.
  const address = `/plugin-assets/${plugin}/${version}/${entry}${failures === 0 ? '' : `?${failures}`}`
  const loading = import('./offer-modules.ts').then(() => registeredBy(() => import(/* @vite-ignore */ address)))
  loaded.set(key, loading)
  loading.catch(() => {
    failures++
    loaded.delete(key)
  })
  return loading
}
