/**
 * The process of one plugin as the host sees it: started in its sandbox, addressed in frames, ended when it misbehaves.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { constants } from 'node:os'
import type { Duplex, Readable } from 'node:stream'
import type { Clock } from '../base/clock.ts'
import { createFrameReader, encodeFrame } from './frames.ts'
import type { Wall } from './isolation/wall.ts'
import { lifelineDescriptor, withLifeline } from './lifeline.ts'
import type { PluginLog } from './plugin-log.ts'
import { endGroup } from './process-identity.ts'
import { checkedFrame, type HostFrame, type RunnerFrame, runnerFrames } from './protocol.ts'
import { createRateLimit } from './rate-limit.ts'
import { type Sandbox, sandboxCommand, sandboxEnvironment } from './sandbox.ts'

export interface RunnerOptions {
  sandbox: Sandbox
  wall: Wall
  log: PluginLog
  clock: Clock
  onFrame(frame: RunnerFrame): void
  /** Called exactly once. The reason is a sentence for people. */
  onExit(reason: string): void
}

export interface RunnerProcess {
  /** Undefined when the program could not be started. */
  readonly pid: number | undefined
  /** Returns whether the frame was small enough to be sent. */
  send(frame: HostFrame): boolean
  /** Checks that the process is alive; one that has fallen silent is killed. The host calls this at a steady pace. */
  probe(): void
  kill(reason: string, signal?: NodeJS.Signals): void
}

/** Two seconds at the host's pace. */
const silentProbes = 4
/** Limits everything except answers to deliveries: log lines, mirror records, invalid frames. */
const chatterPerSecond = 2_000
const signalBase = 128
/** Far above what any disk can acknowledge. */
const answersPerSecond = 50_000

export function startRunner({ sandbox, wall, log, clock, onFrame, onExit }: RunnerOptions): RunnerProcess {
  const [program, ...args] = withLifeline(sandboxCommand(sandbox, wall))
  const child = spawn(program, args, {
    cwd: sandbox.dataDir,
    env: sandboxEnvironment(sandbox),
    stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe'],
    // The process leads a group of its own, which is ended as a whole: the sandbox may be a process in between. Ctrl-C
    // in a terminal then reaches only the bridge, which ends its runners in good order.
    detached: true,
  })
  const pipe = child.stdio[3] as Duplex
  const lifeline = child.stdio[lifelineDescriptor] as Duplex
  const chatter = createRateLimit(chatterPerSecond, clock.monotonicMs)
  const answered = createRateLimit(answersPerSecond, clock.monotonicMs)
  const reader = createFrameReader()
  let unanswered = 0
  /**
   * Until its first frame the runner is starting, which takes its time on a busy machine; the limit for that is set
   * elsewhere.
   */
  let hasSpoken = false
  let reason: string | undefined
  let over = false

  const kill = (because: string, signal: NodeJS.Signals = 'SIGKILL'): void => {
    reason ??= because
    if (child.pid !== undefined) endGroup(child.pid, signal)
  }
  const receive = (value: unknown): void => {
    if (over) return
    const frame = checkedFrame(runnerFrames, value)
    if (frame?.type === 'failed') reason ??= frame.reason
    const limit = isAnswer(frame) ? answered : chatter
    if (!limit.take()) kill('flooded the bridge with frames')
    else if (frame === undefined) log.write('warn', 'A frame that the protocol does not know was ignored.')
    else onFrame(frame)
  }
  const exit = (because: string): void => {
    if (over) return
    over = true
    pipe.destroy()
    lifeline.destroy()
    onExit(reason ?? because)
  }

  log.capture(child.stdout as Readable, 'info')
  log.capture(child.stderr as Readable, 'warn')
  pipe.on('data', (chunk: Buffer) => {
    hasSpoken = true
    unanswered = 0
    try {
      for (const value of reader.push(chunk)) receive(value)
    } catch (error) {
      kill(`sent ${(error as Error).message}`)
    }
  })
  // A broken pipe is the exit, seen from the other side.
  pipe.on('error', () => undefined)
  lifeline.on('error', () => undefined)
  child.on('error', (error) => exit(`cannot be started: ${error.message}`))
  child.on('exit', () => child.pid !== undefined && endGroup(child.pid, 'SIGKILL'))
  // On 'exit' the runner's last frames would still be in the pipe.
  child.on('close', (code, signal) => exit(endingOf(code, signal)))

  return {
    pid: child.pid,
    send: (frame) => send(child, pipe, frame),
    probe() {
      if (!hasSpoken) return
      if (unanswered >= silentProbes) return kill('did not answer for two seconds')
      unanswered++
      send(child, pipe, { type: 'ping' })
    },
    kill,
  }
}

/** The process in between passes a signal on as a number, as shells do. */
function endingOf(code: number | null, signal: NodeJS.Signals | null): string {
  const passedOn = Object.entries(constants.signals).find(([, number]) => code === signalBase + number)?.[0]
  const name = signal ?? passedOn
  return name === undefined ? `ended with code ${code}` : `was ended by ${name}`
}

const answers: readonly (RunnerFrame['type'] | undefined)[] = ['ack', 'nak', 'term', 'pong']
const isAnswer = (frame: RunnerFrame | undefined): boolean => answers.includes(frame?.type)

function send(child: ChildProcess, pipe: Duplex, frame: HostFrame): boolean {
  const bytes = encodeFrame(frame)
  if (bytes === undefined) return false
  if (child.exitCode === null && pipe.writable) pipe.write(bytes)
  return true
}
