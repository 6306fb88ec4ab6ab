/** What happens to the service in the course of a day, and when: a plan, made before it begins. */

/** What is done to a process, as it is called in the picture and in the figures. */
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
  /** Of the day. */
  atH: number
  incident: Incident
}

/** So early that the second half of the day shows how each process fares when nothing helps it. */
const restarts: readonly Incident[] = [
  'bridge ended in order',
  'web process ended in order',
  'bridge killed',
  'web process killed',
  'both killed',
]
const shareOfRestarts = 3 / 8
const everyH: readonly (readonly [Incident, number])[] = [
  // Not so often that the service gives it a rest: for how long it remembers a crash is not shortened with the day.
  ['plugin killed', 1],
  ['settings changed', 0.25],
  ['backup made', 1],
  ['conversations exported', 1],
]

export function planOf(hours: number): Planned[] {
  const morning = hours * shareOfRestarts
  const anew = restarts.map((incident, place) => ({ atH: (morning * (place + 1)) / restarts.length, incident }))
  const steady = everyH.flatMap(([incident, h], place) =>
    // Not all in the same moment.
    moments(hours, h).map((atH) => ({ atH: atH + place / 50, incident })),
  )
  return [...anew, ...steady].filter(({ atH }) => atH < hours).toSorted((one, other) => one.atH - other.atH)
}

const moments = (hours: number, everyH: number): number[] =>
  Array.from({ length: Math.floor(hours / everyH) }, (_, count) => (count + 0.6) * everyH)

export const isRestart = (incident: Incident): boolean => restarts.includes(incident)
