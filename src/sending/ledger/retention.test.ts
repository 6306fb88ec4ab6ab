import { readFileSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import { testFolders } from '../../store/test-folder.ts'
import type { Order } from './ledger.ts'
import { dayMs, minuteMs, photo, sentMs, type TestLedger, testLedger, words } from './test-ledger.ts'

const testFolder = testFolders(onTestFinished)
const ledger = () => testLedger({ folder: testFolder() }, onTestFinished)
const file = photo() as { path: string } & ReturnType<typeof photo>
const hasRow = { text: null, hasAttachments: true }

type Sent = ReturnType<TestLedger['sending']>

it.each<[string, boolean, (all: TestLedger, sent: Sent) => void, Partial<Order>?]>([
  ['runs', true, () => undefined],
  ['was handed over', true, ({ end }, { handover }) => end(handover)],
  [
    'may be tried another way',
    true,
    ({ end }, { handover }) =>
      end(handover, { is: 'not_sent', code: 'chat_not_loaded', number: -1728 }, { isFinal: false }),
  ],
  ['landed', true, ({ sentByUs }) => void sentByUs(hasRow)],
  [
    'may be sent as SMS',
    true,
    ({ sentByUs, look }, { handover }) => {
      sentByUs(hasRow)
      look(handover, { state: 'failed', error: 22 })
    },
  ],
  [
    'was sent',
    false,
    ({ sentByUs, look }, { handover }) => {
      sentByUs(hasRow)
      look(handover)
    },
  ],
  [
    'failed for good',
    false,
    ({ sentByUs, look }, { handover }) => {
      sentByUs(hasRow)
      look(handover, { state: 'failed', error: 25 })
    },
  ],
  [
    'may not be sent as SMS',
    false,
    ({ sentByUs, look }, { handover }) => {
      sentByUs(hasRow)
      look(handover, { state: 'failed', error: 22 })
    },
    { service: 'iMessage' },
  ],
  [
    'could not be sent',
    false,
    ({ end }, { handover }) => end(handover, { is: 'not_sent', code: 'automation_denied', number: -1743 }),
  ],
  ['is uncertain', false, ({ end }, { handover }) => end(handover, { is: 'uncertain', number: -1712 })],
  [
    'expired',
    false,
    ({ end, nextJob }, { handover }) => {
      end(handover)
      nextJob(sentMs + 6 * minuteMs)
    },
  ],
])('a file that %s is in use: %s', (_what, expected, happens, over) => {
  const all = ledger()
  happens(all, all.sending({ parts: [file], ...over }))
  expect([...all.filesInUse()]).toEqual(expected ? [file.path] : [])
})

it('a queued file is in use', () => {
  const { take, filesInUse } = ledger()
  take({ parts: [file] })
  take({ parts: [{ ...file, path: '/u/other' } as typeof file, words('look')] })
  expect(filesInUse()).toEqual(new Set([file.path, '/u/other']))
})

it('words that are no longer needed are nowhere in the file', () => {
  const all = ledger()
  const { handover } = all.sending({ parts: [words('a secret that was sent')] })
  all.sentByUs({ text: 'a secret that was sent' })
  expect(readFileSync(`${all.path}-wal`).includes('a secret')).toBe(true)
  all.look(handover)
  all.close()
  expect(readFileSync(all.path).includes('a secret')).toBe(false)
})

it('a send is kept for a week, and is removed with everything that belongs to it', () => {
  const { sending, sentByUs, take, findSend, list, nextJob } = ledger()
  const { id } = sending()
  const same = { guid: 'g' as never }
  sentByUs(same)
  nextJob(sentMs + 7 * dayMs)
  expect(findSend(id)).toBeDefined()
  nextJob(sentMs + 7 * dayMs + 1)
  expect([findSend(id), sentByUs(same)]).toEqual([undefined, false])
  take({ createdAtMs: sentMs + 8 * dayMs })
  expect(list({ limit: 10 })).toHaveLength(1)
})

it('the last revision is not assigned again when its send is forgotten', () => {
  const { take, nextJob, revision } = ledger()
  take()
  nextJob(sentMs + 8 * dayMs)
  expect(revision()).toBeGreaterThan(0)
})
