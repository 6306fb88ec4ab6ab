/** Judges what became of a message that the self-test sent: finds its rows among those that came, and names each finding. */
import type { SelftestFindings } from '../../contract/selftest.ts'
import { comparableWords } from '../../sending/decisions/own-row.ts'
import type { ScriptVerdict } from '../../sending/decisions/script-verdict.ts'
import { asExpected, failed, type Outcome } from '../check.ts'
import type { RowSince } from './rows-since.ts'
import type { Sighting } from './sightings.ts'

/** The text or the file that was sent. */
export type Sent = { text: string } | { fileName: string; bytes: number }

export interface OwnRows {
  /** The rows from me that can be this message. */
  own: readonly Sighting[]
  /** The second row of a note to oneself, which looks as if it had been received. */
  twin: Sighting | undefined
  /** Rows from me without text, file and chat. */
  ghosts: readonly Sighting[]
}

/** `isOwnChat` tells whether a chat is one with the owner. */
export function ownRows(seen: readonly Sighting[], sent: Sent, isOwnChat: (row: RowSince) => boolean): OwnRows {
  const messages = seen.filter(({ row }) => row.association === 0)
  const fromMe = messages.filter(({ row }) => row.isFromMe)
  const fitting = fromMe.filter(({ row }) => isContentOf(sent, row))
  // A text that Messages changed is still the only one that the owner wrote to himself meanwhile.
  const changed = fromMe.filter(({ row }) => 'text' in sent && row.text !== null && isOwnChat(row))
  const own = fitting.length === 0 && changed.length === 1 ? changed : fitting
  return {
    own,
    twin: messages.find(({ row }) => !row.isFromMe && (isContentOf(sent, row) || isTwinOf(own[0]?.row, row))),
    ghosts: fromMe.filter(({ row }) => row.isBlank && row.chatGuid === null && row.files.length === 0 && !row.isEmpty),
  }
}

function isContentOf(sent: Sent, row: RowSince): boolean {
  if ('text' in sent) return row.text !== null && comparableWords(row.text) === comparableWords(sent.text)
  return row.expectsFile || row.files.some(({ name }) => name === sent.fileName)
}

const isTwinOf = (own: RowSince | undefined, row: RowSince): boolean =>
  own !== undefined && own.text !== null && row.text === own.text

export interface Followed extends OwnRows {
  sent: Sent
  verdict: ScriptVerdict
  /** The start and the end of the script that handed the message over. */
  startMs: number
  endMs: number
  /** The chat of an earlier message that this one should be in as well. */
  chatBefore: string | undefined
  /** Whether a path is below the folder in which we lay out files for Messages. */
  isStaged(path: string): boolean
  /** Whether a path is below the folder of Messages. */
  isOfMessages(path: string): boolean
}

export function judgeSend(followed: Followed): Outcome {
  const findings = findingsOf(followed)
  const { verdict, own, ghosts, sent } = followed
  const [row, second] = own
  if (verdict.end.is === 'not_sent') return failed('not_sent', findings)
  if (row === undefined) {
    if (ghosts.length > 0) return failed('ghost_row', findings)
    return failed(verdict.end.is === 'uncertain' ? 'send_uncertain' : 'no_row', findings)
  }
  const { state } = row.row.status
  if (second !== undefined) return failed('several_rows', findings)
  if (state === 'failed') return failed('row_failed', findings)
  const differs = (reason: 'text_differs' | 'row_differs' | 'not_delivered'): Outcome => ({
    state: 'differs',
    reason,
    findings,
  })
  if (findings.text_equal === false) return differs('text_differs')
  if (isUnlike(findings, sent)) return differs('row_differs')
  if (state !== 'delivered' && state !== 'read') return differs('not_delivered')
  return asExpected(findings)
}

function isUnlike(findings: SelftestFindings, sent: Sent): boolean {
  const { same_chat, service, without_body_ms, file_rows, file_places, file_name_equal, file_size_equal } = findings
  if (same_chat === false || service !== 'iMessage') return true
  if ('text' in sent) return without_body_ms === undefined
  return file_rows !== 1 || file_places?.at(-1) !== 'messages' || !file_name_equal || !file_size_equal
}

function findingsOf({ own, twin, ghosts, verdict, startMs, endMs, ...rest }: Followed): SelftestFindings {
  const { end } = verdict
  const [first] = own
  return {
    script_ms: whole(endMs - startMs),
    script_result: end.is,
    ...('number' in end && end.number !== null && { script_error: end.number }),
    rows: own.length,
    ...(ghosts.length > 0 && { ghost_rows: ghosts.length }),
    ...(first !== undefined && { ...rowFindings(first, startMs, rest), ...twinFindings(first, twin) }),
  }
}

type Circumstances = Pick<Followed, 'sent' | 'chatBefore' | 'isStaged' | 'isOfMessages'>

function rowFindings(first: Sighting, startMs: number, around: Circumstances): SelftestFindings {
  const { row, firstMs, withBodyMs, withChatMs, states } = first
  const sinceFirst = (atMs: number | undefined) => (atMs === undefined ? undefined : whole(atMs - firstMs))
  const reached = (...names: string[]) => states.find(({ state }) => names.includes(state))
  const since = (one: { atMs: number } | undefined) => (one === undefined ? undefined : whole(one.atMs - startMs))
  return present({
    row_ms: whole(firstMs - startMs),
    without_body_ms: 'text' in around.sent ? sinceFirst(withBodyMs) : undefined,
    without_chat_ms: sinceFirst(withChatMs),
    text_equal: 'text' in around.sent ? row.text === around.sent.text : undefined,
    same_chat: around.chatBefore === undefined ? undefined : row.chatGuid === around.chatBefore,
    in_thread: row.isInThread,
    service: serviceWord(row.status.service),
    chat_form: row.chatGuid === null ? undefined : chatForm(row.chatGuid),
    states: states.map(({ state }) => state).slice(0, 20),
    sent_ms: since(reached('sent', 'delivered', 'read')),
    delivered_ms: since(reached('delivered', 'read')),
    failed_ms: since(reached('failed')),
    row_error: row.status.error === 0 ? undefined : row.status.error,
    ...('fileName' in around.sent && fileFindings(first, around.sent, around)),
  })
}

function fileFindings(
  { row, withFileMs, firstMs, paths, transferStates }: Sighting,
  sent: { fileName: string; bytes: number },
  { isStaged, isOfMessages }: Circumstances,
): SelftestFindings {
  const place = (path: string | null) =>
    path === null ? 'none' : isStaged(path) ? 'ours' : isOfMessages(path) ? 'messages' : 'elsewhere'
  const [file] = row.files
  return present({
    without_file_ms: withFileMs === undefined ? undefined : whole(withFileMs - firstMs),
    file_rows: row.files.length,
    file_places: paths.map(place).slice(0, 20),
    transfer_states: transferStates.slice(0, 20),
    file_name_equal: file && file.name === sent.fileName,
    file_size_equal: file && file.bytes === sent.bytes,
  })
}

function twinFindings({ row, firstMs }: Sighting, twin: Sighting | undefined): SelftestFindings {
  if (twin === undefined) return { twin: 'none' }
  return {
    twin: twin.row.chatGuid === row.chatGuid ? 'same_chat' : 'other_chat',
    twin_ms: whole(twin.firstMs - firstMs),
    twin_apart_ms: whole(Math.abs(twin.row.sentAtMs - row.sentAtMs)),
  }
}

/** A row may be seen before its script is known to have started. */
const whole = (ms: number): number => Math.max(0, Math.round(ms))

const services = ['iMessage', 'SMS', 'RCS'] as const
const serviceWord = (name: string) => services.find((each) => each === name) ?? 'other'
const chatForm = (guid: string) => (guid.startsWith('any;') ? 'any' : serviceWord(guid.split(';')[0] ?? ''))

const present = (findings: { [K in keyof SelftestFindings]: SelftestFindings[K] | undefined }): SelftestFindings =>
  Object.fromEntries(Object.entries(findings).filter(([, value]) => value !== undefined))
