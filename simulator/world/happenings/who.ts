// Adapts events: sets who speaks, or runs the event only where it is possible.

import type { Event, Moment } from './moment.ts'
import { isOnline } from './moment.ts'

/** Makes me the speaker. */
export const byMe =
  (event: Event): Event =>
  (moment) =>
    event({ ...moment, speaker: { ...moment.speaker, address: undefined } })

/** Makes one of the others the speaker. */
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

/** Runs the event only if this many rows are left, and on this macOS or a later one. */
export const needing = ({ rows = 1, macos = 0 }: { rows?: number; macos?: number }) =>
  where((moment) => moment.left >= rows && moment.macos >= macos)
