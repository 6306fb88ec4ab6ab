/** Defines the default day of a soak. */
import type { Soak } from './run.ts'

export const busyDay: Pick<Soak, 'hours' | 'minutes' | 'perHour'> = { hours: 8, minutes: 24, perHour: 7_200 }
