/** Rows about what happens to messages when processes die, disks fill and files change. */
import type { Subject } from '../row.ts'
import { betweenScriptAndLedger, eachCrashPoint } from '../trials/crash-points.ts'
import { filesDamaged } from '../trials/damaged-state.ts'
import { diskFullAndBack } from '../trials/full-disk.ts'
import { heartbeatIsTrue } from '../trials/heartbeat.ts'
import { bridgeKilled, everyStep, everythingKilled } from '../trials/kills.ts'
import { manyStarters } from '../trials/one-bridge.ts'
import { otherDatabases } from '../trials/other-database.ts'
import { settingsEdited } from '../trials/settings-edits.ts'
import { writersKilled } from '../trials/torn-files.ts'
import { byTests } from '../ways/by-tests.ts'

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
      number: 3,
      claim: 'kill −9 at named points of the way of a message, in and out, 25 times each',
      target: 'nothing lost, doubled, out of order or wrongly told',
      run: eachCrashPoint,
    },
    {
      number: 4,
      claim: 'kill −9 of the bridge before its n-th `pwrite64`, `fsync`, `write`, `rename`, `openat`, n up to 200',
      target: 'nothing lost, doubled or out of order',
      run: everyStep,
    },
    {
      number: 5,
      claim: 'kill −9 of whoever writes settings, state and heartbeat, 1,000 times',
      target: 'no file empty or torn',
      run: writersKilled,
    },
    {
      number: 6,
      claim: 'each file of the bridge overwritten, cut, emptied, removed or with bits flipped, 100 times',
      target: 'the bridge starts and relays each time, and tells of lost memory',
      run: filesDamaged,
    },
    {
      number: 7,
      claim: 'a disk that is full for a while',
      target: 'nothing lost; by itself again within 10 s of there being room',
      run: diskFullAndBack,
    },
    {
      number: 8,
      claim: 'chat.db replaced, rebuilt, restored from an older copy, and filled with 5,000 old messages',
      target: 'no old message relayed; a new one within two polls',
      run: otherDatabases,
    },
    {
      number: 9,
      claim: 'twenty bridges that start at once, 50 times',
      target: 'one relays, 19 give way; the lock is free within 100 ms of a kill −9',
      run: manyStarters,
    },
    {
      number: 17,
      claim: 'the heartbeat of a bridge that is killed, stopped, and beside busy processes',
      target: 'false within 12 s of the end, never while it polls',
      run: heartbeatIsTrue,
    },
    {
      number: 36,
      claim: '1,000 edits of config.json as editors make them, half of them broken; four that save at once',
      target: 'the last good settings always in force, no change lost',
      run: settingsEdited,
    },
    {
      number: 37,
      claim: 'kill −9 between the end of a script that sends and the ledger, 200 times',
      target: 'nothing goes twice, and of each it is told what became of it',
      run: betweenScriptAndLedger,
    },
    {
      number: 41,
      claim:
        '1,000 sends that ask, a third each released, refused and left, while kill −9 ends the process before each step',
      target: 'nothing goes twice, nothing that was not released; what was released goes, or is said to be uncertain',
      run: byTests({
        files: ['test/sending/outbox-kills.test.ts'],
        tried: ({ asked = 0 }) => asked,
        least: 1_000,
        formatFigure: (count, { deaths = 0 }) =>
          `${count} sends, ${deaths} kills: 0 went twice, 0 without a release, 0 lost`,
      }),
    },
  ],
}
