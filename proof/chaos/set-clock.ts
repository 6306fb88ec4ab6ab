/** Sets the clock of the machine: libfaketime reports it to every process that is started with this environment. */
import { chmodSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { programsFolder } from '../../simulator/paths.ts'

export interface SetClock {
  /** A program with its arguments that starts a process with this clock; empty where there is no libfaketime. */
  readonly through: readonly string[]
  /** Undefined where there is no libfaketime. */
  set?(byMs: number): void
  /** Removes what killed processes left of libfaketime on this machine. */
  tidy(): void
}

const libraries = '/usr/lib'
const library = 'faketime/libfaketime.so.1'

/** Messages that are sent from here are dated by it as well; incoming ones have the time of their senders' clocks. */
export function clockOf(home: string): SetClock {
  const preloaded = existsSync(libraries)
    ? readdirSync(libraries)
        .map((folder) => join(libraries, folder, library))
        .find(existsSync)
    : undefined
  if (preloaded === undefined) return { through: [], tidy: () => undefined }
  const file = join(home, '.clock')
  const set = (byMs: number) => {
    writeFileSync(`${file}.new`, `${byMs < 0 ? '-' : '+'}${Math.abs(byMs) / 1000}\n`)
    renameSync(`${file}.new`, file)
  }
  set(0)
  const environment = {
    LD_PRELOAD: preloaded,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    // Nobody can set the monotonic clock, and a file keeps the time at which it was written.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    DONT_FAKE_MONOTONIC: '1',
    NO_FAKE_STAT: '1',
  }
  const assignments = Object.entries(environment).map(([name, value]) => `${name}=${value}`)
  const osascript = join(programsFolder(home), 'osascript')
  const [interpreter, ...lines] = readFileSync(osascript, 'utf8').split('\n')
  writeFileSync(osascript, [interpreter, ...assignments.map((each) => `export '${each}'`), ...lines].join('\n'))
  const bwrap = join(programsFolder(home), 'bwrap')
  writeFileSync(bwrap, withoutClock)
  chmodSync(bwrap, 0o755)
  return { through: ['env', ...assignments], set, tidy }
}

/** Starts a program without the library, which would find nothing that it needs in a sandbox. */
const withoutClock = `#!/bin/sh\nunset LD_PRELOAD\nPATH=\${PATH#*:}\nexec bwrap "$@"\n`

const sharedMemory = '/dev/shm'

function tidy(): void {
  for (const name of readdirSync(sharedMemory)) {
    const pid = /faketime_(?:shm|sem)_(\d+)$/.exec(name)?.[1]
    if (pid !== undefined && !existsSync(join('/proc', pid))) rmSync(join(sharedMemory, name), { force: true })
  }
}
