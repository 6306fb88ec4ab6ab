/** Decides from the hub's own mark whether an uplink has to start again from that mark. */
import type { Mark } from '../envelope/talk.ts'

/** The envelope that was published last. */
export interface Published<T> {
  /** Its number in its stream. */
  sequence: number
  /** The hub's mark once the envelope is stored. */
  reaches: T
}

export interface Sent {
  live: Published<number> | undefined
  past: Published<number | null> | undefined
}

/** After this many equal answers of the hub, the envelopes that wait in its stream count as lost. */
const mostStill = 5

export class Progress {
  readonly #first: Mark
  #last: Mark
  #still = 0

  constructor(first: Mark) {
    this.#first = first
    this.#last = first
  }

  /** Returns why the uplink has to start again from the mark, or undefined if it does not. */
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

/** Pages go from new to old. The last one reaches null, so that only `done` tells that it is stored. */
const hasPast = ({ past }: Mark, { reaches }: Published<number | null>): boolean =>
  past.done || (reaches !== null && past.before !== null && past.before <= reaches)
