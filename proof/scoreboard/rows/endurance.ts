/** Rows about what the service costs a Mac over hours, both idle and busy. */
import type { Subject } from '../row.ts'
import { aBusyDay } from '../trials/busy-day.ts'
import { idleFor10Minutes } from '../trials/idle.ts'

export const endurance: Subject = {
  title: 'Hours on end',
  rows: [
    {
      number: 12,
      claim: 'ten minutes in which nothing happens',
      target: 'each process below 1 % of one core; bridge at most 80 MB, web process at most 90 MB',
      run: idleFor10Minutes,
      why: 'About 60 MB of each are the program of Node itself, which its processes share; the web process adds a heap of which 26 MB live, most of it code, its shapes and its source',
    },
    {
      number: 16,
      claim: 'eight hours of a busy day in 24 minutes, with restarts',
      target: 'memory grows by less than 1 MB an hour, open files by none, logs are bounded; nothing lost or doubled',
      run: aBusyDay,
    },
  ],
}
