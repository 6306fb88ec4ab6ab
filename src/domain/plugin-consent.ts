/** What a person allowed a plugin when he switched it on, and whether the plugin asks for more by now. */
import type { Tier } from '../contract/plugin.ts'

export interface Consent {
  tier: string
  /** As `host:port`. */
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

/** The reason in a sentence; undefined when it asks for nothing more. Less is no matter. */
export function beyondConsent(allowed: Consent, asking: Asking): string | undefined {
  const asked = consentTo(asking)
  const places = asked.network.filter((place) => !allowed.network.includes(place))
  const wishes = [
    ...(asked.tier === allowed.tier ? [] : [`the tier ${asked.tier} (until now ${allowed.tier})`]),
    ...(places.length === 0 ? [] : [`the network: ${places.join(', ')}`]),
  ]
  return wishes.length === 0 ? undefined : `it asks for more than was allowed: ${wishes.join(' and ')}`
}
