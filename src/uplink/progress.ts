/** Decides by what the hub says of itself whether an uplink has to go back to where the hub is. */
import type { Mark } from '../envelope/talk.ts'

/** The envelope that was published last, and its place in its stream. */
export interface Published<T> {
  sequence: number
  /** The answer of the hub once it has it. */
  reaches: T
}

export interface Sent {
  live: Published<number> | undefined
  past: Published<number | null> | undefined
}

/** The number of times that the hub may say the same before what waits in its stream counts as lost. */
const mostStill = 5

export class Progress {
  readonly #first: Mark
  #last: Mark
  #still = 0

  constructor(first: Mark) {
    this.#first = first
    this.#last = first
  }

  /** Returns why to begin anew at the mark; undefined while all is well. */
  judge(mark: Mark, { live, past }: Sent): string | undefined {
    const before = this.#last
    this.#last = mark
    if (mark.generation !== this.#first.generation) return 'the hub has begun another generation'
    if (mark.live_stream.created !== this.#first.live_stream.created) return 'the stream was made anew'
    if (mark.past_stream.created !== this.#first.past_stream.created) return 'the stream of the past was made anew'
    if (mark.mark < before.mark) return 'the hub has fallen back'
    const misses = {
      live: live !== undefined && mark.mark < live.reaches,
      past: past !== undefined && !hasPast(mark, past),
    }
    if (misses.live && mark.live_stream.position >= (live?.sequence ?? 0)) return 'the hub has refused an envelope'
    if (misses.past && mark.past_stream.position >= (past?.sequence ?? 0)) return 'the hub has refused a page'
    const isStill =
      (misses.live && mark.live_stream.position === before.live_stream.position) ||
      (misses.past && mark.past_stream.position === before.past_stream.position)
    this.#still = isStill ? this.#still + 1 : 0
    return this.#still >= mostStill ? 'what was published does not arrive' : undefined
  }
}

/** Pages go downwards; after the last there is none. */
const hasPast = ({ past }: Mark, { reaches }: Published<number | null>): boolean =>
  past.done || (reaches !== null && past.before !== null && past.before <= reaches)
