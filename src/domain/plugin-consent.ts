/** Records what a person allowed a plugin when switching it on, and detects when the plugin requests more. */
import type { Tier } from '../contract/plugin.ts'

export interface Consent {
  tier: string
  /** Places written as `host:port`. */
  network: readonly string[]
}

export interface Asking {
  tier: Tier
  network: readonly { host: string; port: number }[]
}

export const consentTo = ({ tier, network }: Asking): Consent => ({
  tier,
  network: network.map(({ host, port }) => `${host}:${port}`).sort(),
})

/** Returns the reason in a sentence; undefined when it requests nothing more. Requesting less needs no new consent. */
export function beyondConsent(allowed: Consent, asking: Asking): string | undefined {
  const asked = consentTo(asking)
  const places = asked.network.filter((place) => !allowed.network.includes(place))
  const wishes = [
    ...(asked.tier === allowed.tier ? [] : [`the tier ${asked.tier} (until now ${allowed.tier})`]),
    ...(places.length === 0 ? [] : [`the network: ${places.join(', ')}`]),
  ]
  return wishes.length === 0 ? undefined : `it asks for more than was allowed: ${wishes.join(' and ')}`
}
