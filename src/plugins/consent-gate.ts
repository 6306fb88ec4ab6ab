/**
 * Lets a plugin start only when the user has allowed what it asks for. An update that asks for more waits until the
 * user allows that.
 */
import type { Logger } from '../contract/log-entry.ts'
import { beyondConsent, consentTo } from '../domain/plugin-consent.ts'
import type { PluginConsents } from '../store/plugin-consents.ts'
import type { Plugin } from './catalog.ts'

/** Returns why the plugin has to wait, or undefined when it may start. */
export type ConsentGate = (plugin: Plugin) => string | undefined

export function consentGate(consents: Pick<PluginConsents, 'of' | 'put'>, log: Logger): ConsentGate {
  const allowNow = ({ name, ...asking }: Plugin['manifest']): undefined => {
    try {
      consents.put(name, consentTo(asking))
    } catch (error) {
      log.warn(`What plugin ${name} is allowed cannot be written down: ${(error as Error).message}`)
    }
  }
  return ({ manifest, candidate }) => {
    // Choosing the product includes consent to its bundled plugins.
    if (candidate.origin === 'bundled') return undefined
    const allowed = consents.of(manifest.name)
    // Enabling a plugin in config.json counts as consent to what it asked for at that time.
    if (allowed === undefined) return allowNow(manifest)
    const more = beyondConsent(allowed, manifest)
    return more && `${more}. Switch it on again to allow that.`
  }
}
