/** Lets a plugin start when its user has allowed what it asks for: an update that asks for more waits until he has. */
import type { Logger } from '../contract/log-entry.ts'
import { beyondConsent, consentTo } from '../domain/plugin-consent.ts'
import type { PluginConsents } from '../store/plugin-consents.ts'
import type { Plugin } from './catalog.ts'

/** Why it has to wait; undefined when it may start. */
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
    // What comes with the product was chosen with it.
    if (candidate.origin === 'bundled') return undefined
    const allowed = consents.of(manifest.name)
    // Whoever switched it on in config.json meant it as it was then.
    if (allowed === undefined) return allowNow(manifest)
    const more = beyondConsent(allowed, manifest)
    return more && `${more}. Switch it on again to allow that.`
  }
}
