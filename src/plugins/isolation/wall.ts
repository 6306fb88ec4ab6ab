/**
 * Finds the OS sandbox (wall) that this machine can put around a process, and tries it before anything relies on it.
 */
import { realpathSync, statSync } from 'node:fs'
import { nodeProgram } from '../node-program.ts'
import { bubblewrapped } from './bubblewrap.ts'
import type { CommandLine, Confinement } from './confinement.ts'
import { runBriefly, TooSlow } from './run-briefly.ts'
import { sandboxExec, seatbelted } from './seatbelt.ts'

export interface Wall {
  /** Why there is none; null when there is one. */
  missing: string | null
  /** Returns the command that runs this one in the OS sandbox. */
  around(confinement: Confinement, command: CommandLine): CommandLine
}

type Around = Wall['around']

interface Trial {
  platform: NodeJS.Platform
  limitMs: number
}

const usualTrial: Trial = { platform: process.platform, limitMs: 10_000 }

export async function findWall(trial: Partial<Trial> = {}): Promise<Wall> {
  const { platform, limitMs } = { ...usualTrial, ...trial }
  if (platform === 'linux') return wallOf(await bubblewrap(limitMs))
  if (platform === 'darwin') return wallOf(await firstThatWorks([seatbelt()], { name: sandboxExec, limitMs }))
  return noWall(`there is none for ${platform}`)
}

export const noWall = (missing: string): Wall => ({ missing, around: (_, command) => command })

const wallOf = (found: Around | string): Wall =>
  typeof found === 'string' ? noWall(found) : { missing: null, around: found }

async function bubblewrap(limitMs: number): Promise<Around | string> {
  const program = await runBriefly(['/bin/sh', '-c', 'command -v bwrap'], usualTrial.limitMs).catch(() => '')
  if (program === '') return 'bubblewrap is not installed (the package is called bubblewrap)'
  const binaries = [nodeProgram, ...libraries()]
  const around =
    (hasProc: boolean): Around =>
    (confinement, command) =>
      bubblewrapped({ program, binaries, hasProc }, confinement, command)
  return firstThatWorks([around(true), around(false)], { name: 'bubblewrap', limitMs })
}

function seatbelt(): Around {
  const binaries = [nodeProgram, ...libraries()].map(realPath)
  const real = (paths: readonly string[]) => paths.filter(isThere).map(realPath)
  return ({ read, write, egressSocket, heapMb }, [inner, ...args]) => {
    const confinement = {
      read: real(read),
      write: real(write),
      egressSocket: egressSocket && realPath(egressSocket),
      heapMb,
    }
    return seatbelted({ binaries, isFolder }, confinement, [realPath(inner), ...args])
  }
}

/**
 * A sandbox in which Node itself does not start would stop every plugin. One that is only slow, as on a busy machine,
 * counts as working: a plugin that starts late is better than one that nothing confines.
 */
async function firstThatWorks(walls: readonly Around[], { name, limitMs }: { name: string; limitMs: number }) {
  let problem = ''
  for (const around of walls) {
    const command = around({ read: [], write: [], heapMb: 0 }, [nodeProgram, '-e', '0'])
    try {
      await runBriefly(command, limitMs)
      return around
    } catch (error) {
      if (error instanceof TooSlow) return around
      problem = (error as Error).message
    }
  }
  return `${name} does not work here: ${problem}`
}

const isThere = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined
const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
const realPath = (path: string): string => (isThere(path) ? realpathSync(path) : path)

/** The libraries that Node is linked with, as the loader found them for this very process. */
export function libraries(): string[] {
  const report = process.report as NodeJS.ProcessReport & { excludeNetwork: boolean }
  const before = report.excludeNetwork
  report.excludeNetwork = true
  const { sharedObjects } = report.getReport() as unknown as { sharedObjects: string[] }
  report.excludeNetwork = before
  return sharedObjects.filter((path) => path.startsWith('/') && path !== process.execPath)
}
