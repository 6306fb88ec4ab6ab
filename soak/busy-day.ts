/** The day that a soak lasts unless something else is asked for. */
import type { Soak } from './run.ts'

export const busyDay: Pick<Soak, 'hours' | 'minutes' | 'perHour'> = { hours: 8, minutes: 24, perHour: 7_200 }
