/** Attacks that try to change what lies outside. */
import fs from 'node:fs'
import { join } from 'node:path'
import v8 from 'node:v8'
import type { Attack, Targets } from './attack.ts'

/** An action without an error counts as a success. */
const does = (what: string, act: (targets: Targets) => unknown): Attack => ({
  what,
  run: (targets) => {
    act(targets)
    return true
  },
})
const secretFile = ({ outside }: Targets) => join(outside, 'secret.txt')
const fresh = ({ outside }: Targets) => join(outside, 'conquered')
const ownCode = ({ codeDir }: Targets) => join(codeDir, 'index.mjs')

export const writing: Readonly<Record<string, Attack>> = {
  write_file: does('write a file of the user', (targets) => fs.writeFileSync(fresh(targets), 'x')),
  append_file: does('append to a file of the user', (targets) => fs.appendFileSync(secretFile(targets), '')),
  write_neighbour: does('write into the folder of another plugin', (targets) =>
    fs.writeFileSync(join(targets.neighbourDir, 'acks.log'), 'x'),
  ),
  write_own_code: does('change its own code', (targets) => fs.appendFileSync(ownCode(targets), '')),
  touch_own_code: {
    ...does('change the dates of its own code by way of a descriptor', (targets) =>
      fs.futimesSync(fs.openSync(ownCode(targets), 'r'), 1, 1),
    ),
    heldByNodeSince: ['22.22.0', '24.13.0'],
  },
  chmod_own_code: does('change the mode of its own code by way of a descriptor', (targets) =>
    fs.fchmodSync(fs.openSync(ownCode(targets), 'r'), 0o777),
  ),
  write_through_planted_link: {
    what: 'write a file through a link that was planted in its folder',
    needsWall: true,
    run: (targets) => {
      fs.appendFileSync(join(targets.dataDir, 'planted'), '')
      return true
    },
  },
  make_folder: does('make a folder outside', (targets) => fs.mkdirSync(fresh(targets))),
  move_out: does('move a file of its own outside', (targets) => {
    fs.writeFileSync(join(targets.dataDir, 'own'), '')
    fs.renameSync(join(targets.dataDir, 'own'), fresh(targets))
  }),
  remove_file: does('remove a file of the user', ({ outside }) => fs.rmSync(join(outside, 'secret.env'))),
  change_mode: does('open a file of the user to everyone', (targets) => fs.chmodSync(secretFile(targets), 0o777)),
  write_report: {
    what: 'write a diagnostic report outside',
    run: (targets) => {
      process.report.directory = targets.outside
      process.report.writeReport('conquered')
      return fs.existsSync(fresh(targets))
    },
  },
  write_heap_snapshot: does('write what it holds in memory outside', (targets) => v8.writeHeapSnapshot(fresh(targets))),
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
