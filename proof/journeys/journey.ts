/** Describes a journey: what somebody wants who is new to the service, and what they do until they have it. */
import type { Person } from './person.ts'
import type { Place, PlaceOptions } from './place.ts'

export interface Journey {
  /** The name for the command line. */
  name: string
  title: string
  /** What the newcomer wants, in a sentence. */
  wants: string
  /** What shows, outside the page, that they have it; in a clause. */
  ends: string
  /** How often it may take a press. */
  mostPresses?: number
  isOnPhone?: boolean
  /** The path at which the page is opened. */
  path: string
  place?: PlaceOptions
  /** What happens before the newcomer comes. */
  before?(place: Place): Promise<void> | void
  go(person: Person, place: Place): Promise<void>
  /** Resolves once it is so, asked outside the page. */
  shown(place: Place): Promise<void>
}
