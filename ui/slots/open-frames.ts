/**
 * All open frames of plugins. Browsers run them in one thread, so an endless loop in one silences every other; what the
 * page can do then is to remove them all. It blames the one that was at work, and opens the others again.
 */
import { limits } from '../../src/plugin-ui/protocol.ts'
import { type FrameOptions, PluginFrame } from './plugin-frame.ts'

export type SlotFrameOptions = Omit<FrameOptions, 'onStored'>

const checkMs = 500
/** A frame that answers pings is never silent for longer. */
const answersWithinMs = limits.pingMs + 2 * checkMs
/** A frame that takes longer to start no longer keeps the next one waiting, unless it may be what hangs. */
const longestTurnMs = 1_000
const longestTurnOfSuspectMs = 2 * limits.bootMs
/**
 * Browsers end a thread in which something hangs only a moment after the last frame has left it, on a busy machine after
 * a longer one. A frame that is opened before that hangs with it, and each next try waits twice as long.
 */
const threadEndsMs = 500
const longestThreadEndMs = threadEndsMs * 2 ** 3
/** The number of times that a frame is opened again which never got its document. */
const mostRetries = 3

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

class OpenFrames {
  /** The frames by what was requested; undefined until its turn to start has come. */
  readonly #frames = new Map<SlotFrameOptions, PluginFrame | undefined>()
  /** Counts of frames that were opened again because they never got their document. */
  readonly #retries = new WeakMap<SlotFrameOptions, number>()
  /** The frames that were starting together when all fell silent, and start again one by one. */
  readonly #suspects = new WeakSet<SlotFrameOptions>()
  #turn: Promise<unknown> = Promise.resolve()
  #checks: ReturnType<typeof setInterval> | undefined
  #checkedAtMs = 0

  /** Returns the function that closes the frame. */
  open(options: SlotFrameOptions): () => void {
    this.#checks ??= setInterval(() => this.#check(), checkMs)
    this.#start(options)
    return () => {
      this.#frames.get(options)?.close()
      this.#frames.delete(options)
      if (this.#frames.size > 0) return
      clearInterval(this.#checks)
      this.#checks = undefined
    }
  }

  /** Starts frames one after the other, so that it is known which one was starting when all fell silent. */
  #start(options: SlotFrameOptions): void {
    this.#frames.set(options, undefined)
    this.#turn = this.#turn.then(() => {
      if (!this.#frames.has(options) || this.#frames.get(options) !== undefined) return undefined
      const onStored = (key: string) => this.#tellStored(options.plugin.plugin, key)
      const frame = new PluginFrame({ ...options, onStored })
      this.#frames.set(options, frame)
      return Promise.race([frame.settled, pause(this.#suspects.has(options) ? longestTurnOfSuspectMs : longestTurnMs)])
    })
  }

  #running(): [SlotFrameOptions, PluginFrame][] {
    return [...this.#frames].flatMap(([options, frame]) =>
      frame === undefined || frame.state === 'ended' ? [] : [[options, frame]],
    )
  }

  #tellStored(plugin: string, key: string): void {
    for (const [, frame] of this.#running()) if (frame.plugin === plugin) frame.send({ type: 'stored', key })
  }

  /** Starts the count again after the page was hidden or the whole machine has paused. */
  #check(): void {
    const nowMs = performance.now()
    const wasAway = document.visibilityState !== 'visible' || nowMs - this.#checkedAtMs > 4 * checkMs
    this.#checkedAtMs = nowMs
    for (const [, frame] of this.#running()) {
      if (wasAway) frame.startedAtMs = frame.signAtMs = nowMs
      else frame.pingIfDue(nowMs)
    }
    const overdue = this.#running().find(([, frame]) => isOverdue(frame, nowMs))?.[1]
    if (overdue !== undefined) this.#endHanging(overdue, nowMs)
  }

  #endHanging(overdue: PluginFrame, nowMs: number): void {
    const silent = this.#running().filter(([, frame]) => nowMs - frame.signAtMs > answersWithinMs)
    const retries = Math.max(0, ...silent.map(([options]) => this.#retries.get(options) ?? 0))
    this.#turn = this.#turn.then(() => pause(Math.min(threadEndsMs * 2 ** retries, longestThreadEndMs)))
    const starting = silent.filter(([, frame]) => frame.state === 'starting')
    if (starting.length > 1 && starting.some(([options]) => !this.#suspects.has(options))) {
      for (const [options] of starting) this.#suspects.add(options)
      for (const [options, frame] of silent) this.#startAgain(options, frame)
      return
    }
    const hanging = hangingOf(silent.map(([, frame]) => frame)) ?? overdue
    for (const [options, frame] of silent) {
      if (frame === hanging && !this.#mayRetry(options, frame)) continue
      this.#startAgain(options, frame)
    }
    if (hanging.state === 'running') hanging.fail('not_responding', 'no answer for five seconds')
    else hanging.fail('boot_timeout', 'it was not ready within five seconds')
  }

  #startAgain(options: SlotFrameOptions, frame: PluginFrame): void {
    frame.close()
    this.#start(options)
  }

  /**
   * Whether the frame may be tried again: without a document nothing of the plugin has run yet, and another plugin may
   * have blocked it.
   */
  #mayRetry(options: SlotFrameOptions, { state }: PluginFrame): boolean {
    const retries = this.#retries.get(options) ?? 0
    if (state !== 'loading' || retries === mostRetries) return false
    this.#retries.set(options, retries + 1)
    return true
  }
}

const isOverdue = ({ state, startedAtMs, signAtMs }: PluginFrame, nowMs: number): boolean =>
  state === 'running' ? nowMs - signAtMs > limits.silenceMs : nowMs - startedAtMs > limits.bootMs

/** Picks one of the frames that fell silent together: the one that was starting, that somebody uses, or that last did something. */
function hangingOf(silent: readonly PluginFrame[]): PluginFrame | undefined {
  const loaded = silent.filter(({ state }) => state !== 'loading')
  return (
    loaded.find(({ state }) => state === 'starting') ??
    loaded.find(({ isFocused }) => isFocused) ??
    loaded.toSorted((one, other) => other.busyAtMs - one.busyAtMs)[0]
  )
}

export const openFrames = new OpenFrames()
