// Moments made to fit: somebody in particular speaks, or the event happens only where it can.

import type { Event, Moment } from './moment.ts'
import { isOnline } from './moment.ts'

/** I say it. */
export const byMe =
  (event: Event): Event =>
  (moment) =>
    event({ ...moment, speaker: { ...moment.speaker, address: undefined } })

/** One of the others says it. */
export const byThem =
  (event: Event): Event =>
  (moment) => {
    const address = moment.speaker.address ?? moment.scene.addresses[0]
    return address === undefined ? undefined : event({ ...moment, speaker: { ...moment.speaker, address } })
  }

const where =
  (isFit: (moment: Moment) => boolean) =>
  (event: Event): Event =>
  (moment) =>
    isFit(moment) ? event(moment) : undefined

export const online = where(isOnline)

export const inGroup = where((moment) => moment.scene.conversation.kind === 'group' && isOnline(moment))

/** The event writes this many rows, and belongs to this macOS or a later one. */
export const needing = ({ rows = 1, macos = 0 }: { rows?: number; macos?: number }) =>
  where((moment) => moment.left >= rows && moment.macos >= macos)
