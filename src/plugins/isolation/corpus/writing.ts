/** Attacks that try to change what lies outside. */
import fs from 'node:fs'
import { join } from 'node:path'
import v8 from 'node:v8'
import type { Attack, Prey } from './attack.ts'

/** An action without an error counts as a success. */
const does = (what: string, act: (prey: Prey) => unknown): Attack => ({
  what,
  run: (prey) => {
    act(prey)
    return true
  },
})
const secretFile = ({ outside }: Prey) => join(outside, 'secret.txt')
const fresh = ({ outside }: Prey) => join(outside, 'conquered')
const ownCode = ({ codeDir }: Prey) => join(codeDir, 'index.mjs')

export const writing: Readonly<Record<string, Attack>> = {
  write_file: does('write a file of the user', (prey) => fs.writeFileSync(fresh(prey), 'x')),
  append_file: does('append to a file of the user', (prey) => fs.appendFileSync(secretFile(prey), '')),
  write_neighbour: does('write into the folder of another plugin', (prey) =>
    fs.writeFileSync(join(prey.neighbourDir, 'acks.log'), 'x'),
  ),
  write_own_code: does('change its own code', (prey) => fs.appendFileSync(ownCode(prey), '')),
  touch_own_code: {
    ...does('change the dates of its own code by way of a descriptor', (prey) =>
      fs.futimesSync(fs.openSync(ownCode(prey), 'r'), 1, 1),
    ),
    heldByNodeSince: ['22.22.0', '24.13.0'],
  },
  chmod_own_code: does('change the mode of its own code by way of a descriptor', (prey) =>
    fs.fchmodSync(fs.openSync(ownCode(prey), 'r'), 0o777),
  ),
  write_through_planted_link: {
    what: 'write a file through a link that was planted in its folder',
    needsWall: true,
    run: (prey) => {
      fs.appendFileSync(join(prey.dataDir, 'planted'), '')
      return true
    },
  },
  make_folder: does('make a folder outside', (prey) => fs.mkdirSync(fresh(prey))),
  move_out: does('move a file of its own outside', (prey) => {
    fs.writeFileSync(join(prey.dataDir, 'own'), '')
    fs.renameSync(join(prey.dataDir, 'own'), fresh(prey))
  }),
  remove_file: does('remove a file of the user', ({ outside }) => fs.rmSync(join(outside, 'secret.env'))),
  change_mode: does('open a file of the user to everyone', (prey) => fs.chmodSync(secretFile(prey), 0o777)),
  write_report: {
    what: 'write a diagnostic report outside',
    run: (prey) => {
      process.report.directory = prey.outside
      process.report.writeReport('conquered')
      return fs.existsSync(fresh(prey))
    },
  },
  write_heap_snapshot: does('write what it holds in memory outside', (prey) => v8.writeHeapSnapshot(fresh(prey))),
  write_system_setting: {
    what: 'open a setting of the kernel for writing',
    run: () => fs.openSync('/proc/sys/kernel/core_pattern', 'r+') >= 0,
  },
  write_system_memory: {
    what: 'fill memory by way of a folder of the system',
    run: () => {
      fs.writeFileSync('/dev/shm/conquered', 'x')
      fs.rmSync('/dev/shm/conquered')
      return true
    },
  },
}
