/**
 * Records which program could read Messages, and warns of an upgrade: at the start, while the bridge runs, and when
 * access to Messages is denied.
 */
import { presentProgram, programNow } from '../actions/present-program.ts'
import type { Logger } from '../contract/log-entry.ts'
import { names } from '../contract/names.ts'
import { formatReplaced, hasNewSignature } from '../domain/granted-program.ts'
import type { SetupNote } from '../store/setup-note.ts'
import type { BridgeState } from './poll-failures.ts'

interface GrantWatchDeps {
  note: Pick<SetupNote, 'granted' | 'grant'>
  log: Pick<Logger, 'warn'>
  /** The requirement by which macOS recognises the running program, if it was signed on this Mac. */
  requirement: string | undefined
  nowMs(): number
}

export class GrantWatch {
  readonly #deps: GrantWatchDeps
  /** Why access may be denied: the program that was granted it has been replaced. */
  #replaced: string | undefined
  readonly #why: string
  #isNoted: boolean
  #isUpgraded = false

  constructor(deps: GrantWatchDeps) {
    this.#deps = deps
    const before = deps.note.granted()
    const running = { program: process.execPath, requirement: deps.requirement }
    this.#replaced = before === null ? undefined : formatReplaced(before, programNow(before.program), running)
    this.#isNoted = before !== null && this.#replaced === undefined
    this.#why = before !== null && hasNewSignature(before, deps.requirement) ? newSignature : nodeReplaced
    if (this.#replaced !== undefined) deps.log.warn(this.#replaced)
  }

  /** Extends the reason of a state for people. */
  explain(state: BridgeState, reason: string | null): string | null {
    this.#checkFile()
    if (state === 'polling' && reason === null && !this.#isNoted) this.#noteGrant()
    return state === 'unreadable' && this.#replaced !== undefined ? `${this.#why}${giveAnew} ${reason}` : reason
  }

  #checkFile(): void {
    const { log, nowMs, requirement } = this.#deps
    // A signed copy is replaced by one that macOS recognises as the same.
    if (requirement !== undefined) return
    if (this.#isUpgraded || programNow(process.execPath)?.inode === presentProgram(nowMs()).inode) return
    this.#isUpgraded = true
    log.warn(upgraded)
  }

  #noteGrant(): void {
    const { note, nowMs, requirement } = this.#deps
    this.#isNoted = true
    this.#replaced = undefined
    note.grant(presentProgram(nowMs(), requirement))
  }
}

/** The short sentence comes first, since other places only read the beginning of a reason. */
const nodeReplaced = 'Node was replaced'
const newSignature = 'The program has a new signature'
const giveAnew = ` since it could read Messages; give it Full Disk Access anew (${names.command} doctor).`

const upgraded =
  'Node was upgraded while this runs, which goes on until the next start; then macOS may want its permission given again. ' +
  'Restart the service while somebody is there to give it.'
