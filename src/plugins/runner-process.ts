/**
 * Runs the process of one plugin for the host: starts it in its sandbox, exchanges frames with it, and ends it when it
 * misbehaves.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { constants } from 'node:os'
import { dirname } from 'node:path'
import type { Duplex, Readable } from 'node:stream'
import type { Clock } from '../base/clock.ts'
import { timeZoneOfProcess } from '../base/time-zone.ts'
import { encodeFrame, FrameReader, writeTogether } from './frames.ts'
import type { CommandLine, Confinement } from './isolation/confinement.ts'
import type { Wall } from './isolation/wall.ts'
import { lifelineDescriptor, withLifeline } from './lifeline.ts'
import { ourCommand, ourEnvironment, withOurCode } from './our-process.ts'
import type { PluginLog } from './plugin-log.ts'
import { endGroup } from './process-identity.ts'
import { checkedFrame, type HostFrame, type RunnerFrame, runnerFrames } from './protocol.ts'
import { RateLimit } from './rate-limit.ts'

export interface RunnerOptions {
  sandbox: Sandbox
  wall: Wall
  log: Pick<PluginLog, 'write' | 'capture'>
  clock: Clock
  onFrame(frame: RunnerFrame): void
  /** Called exactly once. The reason is a sentence for people. */
  onExit(reason: string): void
}

/** Two seconds at the host's pace. */
const silentProbes = 4
/** A process is at rest when nothing but probes went either way for so long. */
const restAfterMs = 10_000
/** A process at rest is probed every fourth time, since each probe wakes it. */
const probesLeftOutAtRest = 3
/** Limits everything except answers to deliveries: log lines, mirror records, invalid frames. */
const chatterPerSecond = 2_000
/** Far above what any disk can acknowledge. */
const answersPerSecond = 50_000

export class RunnerProcess {
  readonly #options: RunnerOptions
  readonly #child: ChildProcess
  readonly #pipe: Duplex
  readonly #lifeline: Duplex
  readonly #frames = new FrameReader()
  readonly #chatterLimit: RateLimit
  readonly #answerLimit: RateLimit
  #unansweredProbes = 0
  #probesLeftOut = 0
  /** The time of the last frame in either direction that was not a probe, in monotonic milliseconds. */
  #stirredAtMs: number
  /**
   * Until its first frame the runner is starting, which takes its time on a busy machine; the limit for that is set
   * elsewhere.
   */
  #hasSpoken = false
  #reason: string | undefined
  #isOver = false

  /** Starts the process. */
  constructor(options: RunnerOptions) {
    const { sandbox, wall, log, clock } = options
    this.#options = options
    this.#stirredAtMs = clock.monotonicMs()
    this.#chatterLimit = new RateLimit(chatterPerSecond, clock.monotonicMs)
    this.#answerLimit = new RateLimit(answersPerSecond, clock.monotonicMs)
    const child = spawnDetached(withLifeline(sandboxCommand(sandbox, wall)), sandbox)
    this.#child = child
    this.#pipe = child.stdio[3] as Duplex
    this.#lifeline = child.stdio[lifelineDescriptor] as Duplex
    log.capture(child.stdout as Readable, 'info')
    log.capture(child.stderr as Readable, 'warn')
    this.#pipe.on('data', (chunk: Buffer) => this.#read(chunk))
    // A broken pipe is the exit, seen from the other side.
    this.#pipe.on('error', () => undefined)
    this.#lifeline.on('error', () => undefined)
    child.on('error', (error) => this.#exit(`cannot be started: ${error.message}`))
    child.on('exit', () => child.pid !== undefined && endGroup(child.pid, 'SIGKILL'))
    // On 'exit' the runner's last frames would still be in the pipe.
    child.on('close', (code, signal) => this.#exit(endingOf(code, signal)))
  }

  /** Undefined when the program could not be started. */
  get pid(): number | undefined {
    return this.#child.pid
  }

  /** Whether nothing was asked of the process or told by it for a while, and it answers. */
  get isAtRest(): boolean {
    return this.#unansweredProbes === 0 && this.#options.clock.monotonicMs() - this.#stirredAtMs >= restAfterMs
  }

  /** Returns whether the frame was small enough to be sent. */
  send(frame: HostFrame): boolean {
    if (frame.type !== 'ping') this.#stir()
    const bytes = encodeFrame(frame)
    if (bytes === undefined) return false
    if (this.#child.exitCode === null) writeTogether(this.#pipe, bytes)
    return true
  }

  /** Checks that the process is alive; one that has fallen silent is killed. The host calls this at a steady pace. */
  probe(): void {
    if (!this.#hasSpoken) return
    if (this.#unansweredProbes >= silentProbes) {
      this.kill('did not answer for two seconds')
      return
    }
    if (this.isAtRest && this.#probesLeftOut < probesLeftOutAtRest) {
      this.#probesLeftOut++
      return
    }
    this.#probesLeftOut = 0
    this.#unansweredProbes++
    this.send({ type: 'ping' })
  }

  kill(reason: string, signal: NodeJS.Signals = 'SIGKILL'): void {
    this.#reason ??= reason
    if (this.pid !== undefined) endGroup(this.pid, signal)
  }

  #read(chunk: Buffer): void {
    this.#hasSpoken = true
    this.#unansweredProbes = 0
    try {
      for (const value of this.#frames.push(chunk)) this.#receive(value)
    } catch (error) {
      this.kill(`sent ${(error as Error).message}`)
    }
  }

  #receive(value: unknown): void {
    if (this.#isOver) return
    const { log, onFrame } = this.#options
    const frame = checkedFrame(runnerFrames, value)
    if (frame?.type !== 'pong') this.#stir()
    if (frame?.type === 'failed') this.#reason ??= frame.reason
    const limit = isAnswer(frame) ? this.#answerLimit : this.#chatterLimit
    if (!limit.take()) this.kill('flooded the bridge with frames')
    else if (frame === undefined) log.write('warn', 'A frame that the protocol does not know was ignored.')
    else onFrame(frame)
  }

  #stir(): void {
    this.#stirredAtMs = this.#options.clock.monotonicMs()
  }

  #exit(reason: string): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#pipe.destroy()
    this.#lifeline.destroy()
    this.#options.onExit(this.#reason ?? reason)
  }
}

const spawnDetached = ([program, ...args]: CommandLine, sandbox: Sandbox): ChildProcess =>
  spawn(program, args, {
    cwd: sandbox.dataDir,
    env: sandboxEnvironment(sandbox),
    stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe'],
    // The process leads a group of its own, which is ended as a whole: the sandbox may be a process in between. Ctrl-C
    // in a terminal then reaches only the bridge, which ends its runners in good order.
    detached: true,
  })

const signalBase = 128

/** The process in between passes a signal on as a number, as shells do. */
function endingOf(code: number | null, signal: NodeJS.Signals | null): string {
  const passedOn = Object.entries(constants.signals).find(([, number]) => code === signalBase + number)?.[0]
  const name = signal ?? passedOn
  return name === undefined ? `ended with code ${code}` : `was ended by ${name}`
}

const answers: readonly (RunnerFrame['type'] | undefined)[] = ['ack', 'nak', 'term', 'pong']
const isAnswer = (frame: RunnerFrame | undefined): boolean => answers.includes(frame?.type)

interface Sandbox {
  /** Folders and files that the plugin needs of itself and its packages. */
  readable: readonly string[]
  dataDir: string
  /** Holds only the compiled code of this plugin: a process that may write it decides what runs. */
  cacheDir: string
  /** The egress socket of the plugin; without one it has no network at all. */
  egressSocket?: string | undefined
  /** The program that runs in the sandbox; the runner by default. */
  entry?: string
}

const heapMb = 128

/** Describes what a plugin's process may touch, and builds the command and the environment that start it. */
function sandboxCommand(sandbox: Sandbox, wall: Wall): CommandLine {
  const { egressSocket, entry = 'runner/main' } = sandbox
  const confinement = confinementOf(sandbox)
  return wall.around(
    confinement,
    ourCommand({ ...confinement, entry, args: egressSocket === undefined ? [] : [egressSocket] }),
  )
}

const confinementOf = ({ readable, dataDir, cacheDir, egressSocket }: Sandbox): Confinement =>
  withOurCode({
    read: readable,
    write: [dataDir, cacheDir],
    egressSocket: egressSocket && dirname(egressSocket),
    heapMb,
  })

const sandboxEnvironment = ({ dataDir, cacheDir }: Sandbox): Record<string, string> => ({
  TMPDIR: dataDir,
  // In the sandbox of the system, the files from which a process reads its time zone are missing.
  TZ: timeZoneOfProcess(),
  ...ourEnvironment(cacheDir),
})
