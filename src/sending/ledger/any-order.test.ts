import { expect, it, onTestFinished } from 'vitest'
import type { ConversationKey, MessageGuid, RowId } from '../../contract/ids.ts'
import { testFolders } from '../../store/test-folder.ts'
import type { RowStatus } from '../decisions/row-status.ts'
import type { HandoverEnd, HandoverId, Job } from './ledger.ts'
import { minuteMs, photo, sentMs, testLedger, words } from './test-ledger.ts'

const testFolder = testFolders(onTestFinished)
const runs = 15
const callsInEach = 250

/** The test's own record of one run of a script, independent of the ledger. */
interface Known {
  id: HandoverId
  part: string
  text: string | null
  wentNowhere: boolean
  hasEnded: boolean
  isLanded: boolean
  isGhost: boolean
  isUnreachable: boolean
  isSms: boolean
}

const release = { perMinute: 100_000, missedAfterMs: 2 * minuteMs, expiresAfterMs: 5 * minuteMs }

const ends: HandoverEnd[] = [
  { is: 'handed_over' },
  { is: 'handed_over' },
  { is: 'not_sent', code: 'chat_not_loaded', number: -1728 },
  { is: 'uncertain', number: -1712 },
]
const looks: readonly (readonly [RowStatus['state'], number])[] = [
  ['landed', 0],
  ['sent', 0],
  ['failed', 22],
  ['failed', 22],
  ['failed', 43],
  ['read', 0],
]

/** Returns whether this may be handed over now, whatever was called before. */
function isAllowed({ send, part, service }: Job, known: readonly Known[]): boolean {
  const gone = known.filter((each) => each.part === `${send} ${part}` && !each.wentNowhere)
  if (gone.length === 0) return true
  return gone.length === 1 && service === 'SMS' && gone.every((each) => each.isUnreachable && !each.isSms)
}

function play(seed: number) {
  const number = seededRandom(seed)
  const pick = <T>(from: readonly T[]): T | undefined => from[number(from.length)]
  const opened = testLedger({ folder: testFolder() }, onTestFinished)
  const second = testLedger({ path: opened.path }, onTestFinished)
  const known: Known[] = []
  let [nowMs, rowid, handedOver] = [sentMs, 0, 0]

  function handOver(job: Job | undefined): void {
    if (job === undefined) return
    expect(isAllowed(job, known), `seed ${seed}: ${job.part} of a send has its turn`).toBe(true)
    const ids = [opened, second].map((each) => each.recordHandover({ ...job, afterRowid: rowid as RowId, atMs: nowMs }))
    const [id] = ids.filter((each) => each !== undefined)
    expect(ids.filter((each) => each !== undefined)).toHaveLength(1)
    handedOver++
    const text = 'text' in job.content ? job.content.text : null
    const nothingYet = { wentNowhere: false, hasEnded: false, isLanded: false, isGhost: false, isUnreachable: false }
    known.push({
      id: id as HandoverId,
      part: `${job.send} ${job.part}`,
      text,
      isSms: job.service === 'SMS',
      ...nothingYet,
    })
  }

  const recent = () => pick(known.slice(-3))
  const running = () => known.filter(({ hasEnded }) => !hasEnded)
  const calls: (() => void)[] = [
    () => {
      const parts = pick([[words('a')], [words('b')], [photo()], [photo(), words('c')]] as const) ?? [words('a')]
      opened.take({
        parts,
        service: pick([null, null, 'iMessage']) ?? null,
        createdAtMs: nowMs,
        conversation: person(number(3)),
        ...(number(3) === 0 && { sendAtMs: nowMs + number(3) * minuteMs }),
      })
    },
    () => void (number(2) === 0 ? opened : second).releaseDue({ ...release, nowMs }),
    () => {
      const id = pick(opened.list({ limit: 5 }))?.id ?? ''
      const change = { isConfirmed: true, ...(number(2) === 0 ? { text: 'd' } : { sendAtMs: nowMs }) }
      if (opened.findScheduled(id)?.kind !== 'file') second.changeScheduled(id, change, { nowMs, sameTextPeople: 5 })
    },
    () => opened.cancel(pick(opened.list({ limit: 5 }))?.id ?? '', nowMs),
    () => handOver(opened.nextJob(nowMs)),
    () => handOver(second.nextJob(nowMs)),
    () => {
      const [one, how] = [pick(running()), pick(ends)]
      if (one === undefined || how === undefined) return
      opened.recordEnd(one.id, how, { nowMs, isFinal: number(2) === 0 })
      one.hasEnded = true
      one.wentNowhere = how.is === 'not_sent' && !one.isLanded && !one.isGhost
    },
    () => {
      const one = pick(running())
      if (one === undefined) return
      second.recordAbandoned(one.id, nowMs)
      one.hasEnded = true
    },
    () => {
      const [one, at] = [recent(), ++rowid]
      if (one === undefined) return
      const row = { text: one.text, hasAttachments: one.text === null, rowid: at as RowId, sentAtMs: nowMs }
      const guid = `${seed} ${at}` as MessageGuid
      for (let n = 0; n < 3; n++) second.claim(second.row({ ...row, guid, conversation: person(n) }), nowMs)
      const landed = opened.listFollowed(nowMs).find((each) => each.rowid === at)
      for (const each of known) if (each.id === landed?.id) each.isLanded = true
    },
    () => {
      const [one, look] = [recent(), pick(looks)]
      if (one === undefined || look === undefined) return
      const [state, error] = look
      opened.recordStatus(one.id, { state, error, service: 'iMessage', chatGuid: null }, nowMs)
      const seen = opened.listFollowed(nowMs).find(({ id }) => id === one.id)?.status
      one.isUnreachable = seen?.state === 'failed' && seen.error === 22
    },
    () => void (known.length && second.fallBack((recent() as Known).id, nowMs)),
    () => void (known.length && opened.giveUp((recent() as Known).id, nowMs)),
    () => {
      const one = recent()
      if (one === undefined || one.isLanded || one.wentNowhere) return
      second.recordGhost(one.id, { guid: `ghost ${seed} ${++rowid}` as MessageGuid, rowid: rowid as RowId }, nowMs)
      one.isGhost = true
      one.hasEnded = true
    },
    () => opened.failSend(pick(opened.list({ limit: 5 }))?.id ?? '', { code: 'file_unreadable', number: null, nowMs }),
    () => {
      nowMs += number(4) === 0 ? minuteMs : 1_000
    },
  ]
  for (let n = 0; n < callsInEach; n++) calls[number(calls.length)]?.()
  for (;;) {
    const job = second.nextJob(nowMs)
    if (job === undefined) break
    handOver(job)
  }
  return { handedOver, queued: second.nextJob(nowMs + 6 * minuteMs) }
}

const person = (n: number) => `dm:+1555000${n}` as ConversationKey

it('nothing that may have been sent is handed over again, whatever is called in whatever order', () => {
  let handedOver = 0
  for (let seed = 1; seed <= runs; seed++) {
    const { handedOver: ofThis, queued } = play(seed)
    expect(queued).toBeUndefined()
    handedOver += ofThis
  }
  expect(handedOver).toBeGreaterThan(runs * 10)
})

/** Returns numbers from 0 up to a limit, the same in every run (mulberry32). */
function seededRandom(start: number): (limit: number) => number {
  let state = start
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * limit)
  }
}
