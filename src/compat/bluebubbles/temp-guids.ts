/**
 * Remembers under which `tempGuid` a client has sent something, until the row of the message tells which one it became:
 * clients find the message that they show already by it.
 */

interface NotedSend {
  send: string
  tempGuid: string
  rowid: number | undefined
  isFailureTold: boolean
  atMs: number
}

/** A send that takes longer has failed or was scheduled. */
const keptMs = 30 * 60_000
/** Bounds the time within which an own message may turn out to belong to a send that is under way. */
const underWayMs = 2 * 60_000
const mostKept = 1_000

export class TempGuids {
  readonly #nowMs: () => number
  readonly #sends: NotedSend[] = []

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs
  }

  /** Called as soon as the id of a send is known. */
  note(send: string, tempGuid: string): void {
    const sinceMs = this.#nowMs() - keptMs
    while (this.#sends.length >= mostKept || (this.#sends[0]?.atMs ?? sinceMs) < sinceMs) this.#sends.shift()
    if (!this.#sends.some((one) => one.send === send))
      this.#sends.push({ send, tempGuid, rowid: undefined, isFailureTold: false, atMs: this.#nowMs() })
  }

  /** The send has landed as this row. */
  learn(send: string, rowid: number): void {
    const noted = this.#sends.find((one) => one.send === send)
    if (noted !== undefined) noted.rowid = rowid
  }

  /**
   * Returns the name of a send whose failure is to be told, once: the journal and the request itself may both notice it,
   * in either order.
   */
  takeFailed(send: string): string | undefined {
    const noted = this.#sends.find((one) => one.send === send)
    if (noted === undefined || noted.isFailureTold) return undefined
    noted.isFailureTold = true
    return noted.tempGuid
  }

  of(rowid: number): string | undefined {
    return this.#sends.find((one) => one.rowid === rowid)?.tempGuid
  }

  /** Whether a row that belongs to no noted send may still turn out to be of one. */
  mayBecome(rowid: number): boolean {
    const sinceMs = this.#nowMs() - underWayMs
    return this.of(rowid) === undefined && this.#sends.some((one) => one.rowid === undefined && one.atMs >= sinceMs)
  }
}
