/** The three places of the page, which address lies in which, and the one where the reader was last. */
import { isHub } from '../api/answers.ts'
import { paths } from '../routes.ts'

export type Place = 'messages' | 'relay' | 'settings'

const ofRelay = /^\/(macs|relay|plugins|rules|logs|stats|health)(\/|$)/

export function placeOf(location: string): Place {
  if (ofRelay.test(location)) return 'relay'
  return /^\/settings(\/|$)/.test(location) ? 'settings' : 'messages'
}

const storageKey = 'place'

/** Settings are visited for a while, so that nobody wants to begin there. */
export function rememberPlace(place: Place): void {
  if (place !== 'settings') localStorage.setItem(storageKey, place)
}

/** The place at which the page opens. */
export const lastPlace = (): string =>
  localStorage.getItem(storageKey) === 'messages' || isHub ? paths.messages() : paths.relay()
