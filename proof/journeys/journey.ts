/** Describes a journey: what somebody wants who is new to the service, and what they do until they have it. */
import type { Person } from './person.ts'
import type { Place, PlaceOptions } from './place.ts'

export interface Journey {
  /** The name for the command line. */
  name: string
  title: string
  /** A sentence that says what the newcomer wants. */
  wants: string
  /** A clause that says what shows, outside the page, that they have it. */
  ends: string
  /** The most presses that it may take. */
  mostPresses?: number
  isOnPhone?: boolean
  /** The path at which the page is opened. */
  path: string
  place?: PlaceOptions
  /** Prepares the place before the newcomer comes. */
  before?(place: Place): Promise<void> | void
  go(person: Person, place: Place): Promise<void>
  /** Resolves once it is so, asked outside the page. */
  shown(place: Place): Promise<void>
}
