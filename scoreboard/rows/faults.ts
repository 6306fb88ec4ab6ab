/** What happens to messages when processes die, disks fill and files change. */
import type { Subject } from '../row.ts'
import { bridgeKilled, everyStep, everythingKilled } from '../trials/kills.ts'

export const faults: Subject = {
  title: 'When things go wrong',
  rows: [
    {
      number: 1,
      claim: 'kill −9 of the bridge, 500 times at random while people talk',
      target: 'nothing lost, doubled or out of order',
      run: bridgeKilled,
    },
    {
      number: 2,
      claim: 'kill −9 of the bridge and its plugin together, 500 times at random while people talk',
      target: 'nothing lost; what comes again does so under the id it had, at most one in 10,000',
      run: everythingKilled,
    },
    {
      number: 4,
      claim:
        'kill −9 of the bridge before its n-th `pwrite64`, `fdatasync`, `write`, `fsync`, `rename`, `openat`, n up to 200',
      target: 'nothing lost, doubled or out of order',
      run: everyStep,
    },
  ],
}
