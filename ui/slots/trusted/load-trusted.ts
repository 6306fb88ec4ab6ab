/** The module of a plugin that is a part of the page: loaded once for each of its versions, and anew after it failed. */
import type { PluginSlot } from '../../../src/contract/plugin-page.ts'
import { type Registered, registeredBy } from '../../../src/plugin-ui/slots.ts'

const loaded = new Map<string, Promise<Registered>>()
let failures = 0

export function loadTrusted({ plugin, version, entry }: PluginSlot): Promise<Registered> {
  const key = `${plugin} ${version}`
  const known = loaded.get(key)
  if (known !== undefined) return known
  // A browser remembers of an address that its module failed.
  const address = `/plugin-assets/${plugin}/${version}/${entry}${failures === 0 ? '' : `?${failures}`}`
  const loading = import('./offer-modules.ts').then(() => registeredBy(() => import(/* @vite-ignore */ address)))
  loaded.set(key, loading)
  loading.catch(() => {
    failures++
    loaded.delete(key)
  })
  return loading
}
