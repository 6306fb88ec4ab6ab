/**
 * Records which program could read Messages, and warns of an upgrade: at the start, while the bridge runs, and when
 * access to Messages is denied.
 */
import { presentProgram, programNow } from '../actions/present-program.ts'
import type { Logger } from '../contract/log-entry.ts'
import { names } from '../contract/names.ts'
import { formatReplaced } from '../domain/granted-program.ts'
import type { SetupNote } from '../store/setup-note.ts'
import type { BridgeState } from './poll-failures.ts'

interface GrantWatchDeps {
  note: Pick<SetupNote, 'granted' | 'grant'>
  log: Pick<Logger, 'warn'>
  nowMs(): number
}

/** Extends the reason of a state for people. */
export type ExplainState = (state: BridgeState, reason: string | null) => string | null

export function grantWatch({ note, log, nowMs }: GrantWatchDeps): ExplainState {
  const before = note.granted()
  let replaced = before === null ? undefined : formatReplaced(before, programNow(before.program), process.execPath)
  let isNoted = before !== null && replaced === undefined
  let isUpgraded = false
  if (replaced !== undefined) log.warn(replaced)

  const noteGrant = () => {
    isNoted = true
    replaced = undefined
    note.grant(presentProgram(nowMs()))
  }
  const watchFile = () => {
    if (isUpgraded || programNow(process.execPath)?.inode === presentProgram(nowMs()).inode) return
    isUpgraded = true
    log.warn(upgraded)
  }

  return (state, reason) => {
    watchFile()
    if (state === 'polling' && reason === null && !isNoted) noteGrant()
    return state === 'unreadable' && replaced !== undefined ? `${giveAnew} ${reason}` : reason
  }
}

/** The short sentence comes first, since other places only read the beginning of a reason. */
const giveAnew = `Node was replaced since it could read Messages; give it Full Disk Access anew (${names.command} doctor).`

const upgraded =
  'Node was upgraded while this runs, which goes on until the next start; then macOS may want its permission given again. ' +
  'Restart the service while somebody is there to give it.'
