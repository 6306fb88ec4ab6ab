/** The launch agents of a simulated user: which are loaded, from which file, and running as which process. */

import { spawn } from 'node:child_process'
import { existsSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { hasErrno } from '../../../src/base/errors.ts'
import { isGuarded } from '../../privacy/full-disk-access.ts'
import { parsePlist } from '../plist/read-plist.ts'
import { isDictionary, type PlistDictionary, type PlistValue } from '../plist/value.ts'
import { programFile } from '../program-file.ts'
import { satisfiesRequirement, signedProgram } from '../signing/signature.ts'

export interface LoadedService {
  readonly label: string
  readonly plist: string
  readonly program: readonly string[]
  /** The requirement by which launchd recognises the program: the kernel kills another one that it starts in its place. */
  readonly requirement: string | null
  /** The process that starts the service, and restarts it when it ends. `pidOf` returns the service's own process. */
  readonly keeper: number | null
}

const fileOf = (home: string) => join(home, '.simulator-launchd.json')

export function loadedServices(home: string): readonly LoadedService[] {
  try {
    return JSON.parse(readFileSync(fileOf(home), 'utf8')) as LoadedService[]
  } catch (error) {
    if (hasErrno(error, 'ENOENT')) return []
    throw error
  }
}

export const findService = (home: string, label: string): LoadedService | undefined =>
  loadedServices(home).find((service) => service.label === label)

export function storeService(home: string, service: LoadedService): void {
  write(home, [...loadedServices(home).filter(({ label }) => label !== service.label), service])
}

export function forgetService(home: string, label: string): void {
  write(
    home,
    loadedServices(home).filter((service) => service.label !== label),
  )
}

/** Replaces the file whole, since others may read it at any moment. */
function write(home: string, services: readonly LoadedService[]): void {
  const written = `${fileOf(home)}.${process.pid}`
  writeFileSync(written, JSON.stringify(services, null, 2))
  renameSync(written, fileOf(home))
}

/** Undefined if the file is not the property list of a launch agent. */
export function readAgent(plist: string): { label: string; agent: PlistDictionary } | undefined {
  const agent = parsePlist(readFileSync(plist))
  if (!isDictionary(agent) || typeof agent.Label !== 'string') return undefined
  return { label: agent.Label, agent }
}

export function programOf(agent: PlistDictionary): readonly string[] {
  if (Array.isArray(agent.ProgramArguments)) return agent.ProgramArguments.map(String)
  return typeof agent.Program === 'string' ? [agent.Program] : []
}

/** Starts the program of a service detached, with the small environment that launchd provides. */
export function start(home: string, service: LoadedService): number | null {
  const agent = readAgent(service.plist)?.agent ?? {}
  if (service.program.length === 0 || isAnotherProgram(service)) return null
  const pidFile = pidFileOf(home, service.label)
  rmSync(pidFile, { force: true })
  const throttleS = typeof agent.ThrottleInterval === 'number' ? agent.ThrottleInterval : usualThrottleS
  const kept = [keeper, 'keeper', fileOf(home), pidFile, String(throttleS), keptAlive(agent)]
  const child = spawn('/bin/sh', ['-c', ...kept, ...service.program], {
    detached: true,
    cwd: textOf(agent.WorkingDirectory) ?? home,
    stdio: ['ignore', logFile(agent.StandardOutPath), logFile(agent.StandardErrorPath)],
    env: {
      HOME: home,
      PATH: [join(home, 'bin'), '/usr/bin', '/bin'].join(delimiter),
      ...(process.env.SERVICE_BUNDLE && { SERVICE_BUNDLE: process.env.SERVICE_BUNDLE }),
      ...(isGuarded(home) && guardedEnvironment(home)),
      ...environment(agent),
    },
  })
  child.on('error', () => undefined)
  child.unref()
  until(() => existsSync(pidFile), startTimeoutMs)
  return child.pid ?? null
}

/** `failed`: only after an exit code that is not zero, or a signal. */
function keptAlive({ KeepAlive: wanted }: PlistDictionary): 'always' | 'failed' | 'never' {
  if (isDictionary(wanted)) return wanted.SuccessfulExit === false ? 'failed' : 'never'
  return wanted === true ? 'always' : 'never'
}

export const requirementNow = ([program]: readonly string[]): string | null =>
  program === undefined ? null : (signedProgram(program)?.requirement ?? null)

/** A launch constraint violation, until the service is loaded anew. */
function isAnotherProgram({ program, requirement }: LoadedService): boolean {
  const signed = signedProgram(program[0] ?? '')
  return signed !== undefined && requirement !== null && !satisfiesRequirement(signed, requirement)
}

/** Makes of a process one that reads Messages only with a grant, as launchd does for what it starts. */
export const guardedEnvironment = (home: string): Record<string, string> => ({
  NODE_OPTIONS: `--import=${pathToFileURL(programFile('privacy-guard'))}`,
  SIMULATOR_GUARDED_HOME: home,
})

/** Restarts a service that ended, at most once in each interval, like launchd, for as long as this Mac exists. */
const keeper = `
state=$1 pidfile=$2 throttle=$3 kept=$4; shift 4
trap 'kill $sleeper 2>/dev/null; exit' TERM
while [ -f "$state" ]; do
  began=$(date +%s)
  "$@" &
  pid=$!
  echo $pid > "$pidfile.new" && mv "$pidfile.new" "$pidfile"
  wait $pid
  status=$?
  [ "$kept" = never ] && exit
  [ "$kept" = failed ] && [ $status = 0 ] && exit
  rest=$((began + throttle - $(date +%s)))
  if [ $rest -gt 0 ]; then sleep $rest & sleeper=$!; wait $sleeper; fi
done
`
/** The default of launchd for a property list that sets no interval. */
const usualThrottleS = 10
const startTimeoutMs = 5_000

const pidFileOf = (home: string, label: string) => join(home, `.simulator-launchd.${label}.pid`)

/** Stops keeping the service alive; the service itself runs on. */
export function letGo({ keeper }: LoadedService): void {
  if (keeper !== null && isAlive(keeper)) process.kill(keeper, 'SIGTERM')
}

/** Undefined while it does not run. */
export function pidOf(home: string, { label }: LoadedService): number | undefined {
  const pid = Number(read(pidFileOf(home, label)))
  return pid > 0 && isAlive(pid) ? pid : undefined
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

const textOf = (value: PlistValue | undefined) => (typeof value === 'string' ? value : undefined)
const logFile = (path: PlistValue | undefined) => (typeof path === 'string' ? openSync(path, 'a') : 'ignore')

function environment(agent: PlistDictionary): Record<string, string> {
  const variables = agent.EnvironmentVariables
  return isDictionary(variables)
    ? Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, String(value)]))
    : {}
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !isUnburied(pid)
  } catch {
    return false
  }
}

/**
 * Whether the process has ended but its parent has not waited for it yet. On Linux, where these stand-ins run, such a
 * process still counts as existing.
 */
function isUnburied(pid: number): boolean {
  try {
    return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

const exitTimeoutMs = 5_000
const lookAgainMs = 10

/** Waits for the end of a process, as launchd does before it forgets or restarts one. */
export const endsInTime = (home: string, service: LoadedService): boolean =>
  until(() => pidOf(home, service) === undefined, exitTimeoutMs)

function until(isSo: () => boolean, limitMs: number): boolean {
  for (let waitedMs = 0; waitedMs < limitMs; waitedMs += lookAgainMs) {
    if (isSo()) return true
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, lookAgainMs)
  }
  return false
}
