/** Plans in advance what happens to the service in the course of a day, and when. */

/** The default day of a soak. */
export const busyDay = { hours: 8, minutes: 24, perHour: 7_200 } as const

/** An incident of a process, with the name used in the picture and in the figures. */
export type Incident =
  | 'bridge ended in order'
  | 'bridge killed'
  | 'web process ended in order'
  | 'web process killed'
  | 'both killed'
  | 'plugin killed'
  | 'settings changed'
  | 'backup made'
  | 'conversations exported'

export interface Planned {
  /** The hour of the day. */
  atH: number
  incident: Incident
}

/** Restarts happen early, so that the second half of the day shows how each process does without help. */
const restarts: readonly Incident[] = [
  'bridge ended in order',
  'web process ended in order',
  'bridge killed',
  'web process killed',
  'both killed',
]
const shareOfRestarts = 3 / 8
const everyH: readonly (readonly [Incident, number])[] = [
  // Crashes must not make the service pause the plugin: the time for which it remembers a crash is not shortened with
  // the day.
  ['plugin killed', 1],
  ['settings changed', 0.25],
  ['backup made', 1],
  ['conversations exported', 1],
]

export function planOf(hours: number): Planned[] {
  const morning = hours * shareOfRestarts
  const anew = restarts.map((incident, place) => ({ atH: (morning * (place + 1)) / restarts.length, incident }))
  const steady = everyH.flatMap(([incident, h], place) =>
    // The incidents are shifted, so that they do not all happen at the same moment.
    moments(hours, h).map((atH) => ({ atH: atH + place / 50, incident })),
  )
  return [...anew, ...steady].filter(({ atH }) => atH < hours).toSorted((one, other) => one.atH - other.atH)
}

const moments = (hours: number, everyH: number): number[] =>
  Array.from({ length: Math.floor(hours / everyH) }, (_, count) => (count + 0.6) * everyH)

export const isRestart = (incident: Incident): boolean => restarts.includes(incident)
