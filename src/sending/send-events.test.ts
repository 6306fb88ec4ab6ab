import { rmSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { type BridgeStore, openStore } from '../bridge/open-store.ts'
import { toldSends } from '../store/journal/told-sends.ts'
import { testFolders } from '../store/test-folder.ts'
import { minuteMs, type TestLedger, testLedger } from './ledger/test-ledger.ts'
import { startSendEvents } from './send-events.ts'

const folderOfTest = testFolders(onTestFinished)

/** Opens a bridge's files, and beside them the ledger as the web process has it open. */
function bridge(base = folderOfTest()) {
  const store = openStore(base, undefined)
  const other = testLedger({ path: store.dir.echoLogFile }, onTestFinished)
  onTestFinished(() => {
    if (store.journal.isOpen) store.close()
  })
  return { base, store, other }
}

/** Writes events as the bridge does, until `stop`. */
function telling(store: BridgeStore) {
  const crashes: unknown[] = []
  const events = startSendEvents({
    ledger: store.ledger,
    ledgerFile: store.dir.echoLogFile,
    told: toldSends(store.journal),
    log: store.log,
    nowMs: Date.now,
    onCrash: (error) => crashes.push(error),
  })
  onTestFinished(async () => {
    await events.stop()
    expect(crashes).toEqual([])
  })
  return events
}

const eventsIn = ({ journal }: BridgeStore) =>
  journal
    .prepare('SELECT payload FROM event ORDER BY id')
    .all()
    .map(({ payload }) => JSON.parse(String(payload)))
const toldOf = (store: BridgeStore) => eventsIn(store).map(({ id, state }) => [id, state])

const landed = (ledger: TestLedger) => {
  const { id, handover } = ledger.sending()
  ledger.recordEnd(handover, { is: 'handed_over' }, { nowMs: Date.now(), isFinal: true })
  ledger.sentByUs()
  return { id, handover }
}

test('each state of a send becomes an event, whichever process recorded it', async () => {
  const { store, other } = bridge()
  telling(store)
  const { id } = other.take()
  await expect
    .poll(() => eventsIn(store))
    .toEqual([{ type: 'send_updated', id, state: 'queued', chat_guid: null, rowid: null, error_code: null }])
  const handover = other.begin()
  await expect.poll(() => toldOf(store).at(-1)).toEqual([id, 'handed_over'])
  store.ledger.recordEnd(
    handover,
    { is: 'not_sent', code: 'automation_denied', number: -1743 },
    {
      nowMs: Date.now(),
      isFinal: true,
    },
  )
  await expect
    .poll(() => eventsIn(store).at(-1))
    .toMatchObject({ id, state: 'failed', error_code: 'automation_denied' })
})

test('changes made while no bridge ran become events once, in order, and never again', async () => {
  const { base, store, other } = bridge()
  const [first, second] = [landed(other), other.take()]
  other.look(first.handover)
  const before = telling(store)
  await expect
    .poll(() => toldOf(store))
    .toEqual([
      [second.id, 'queued'],
      [first.id, 'sent'],
    ])
  await before.stop()
  store.close()
  const again = bridge(base)
  telling(again.store)
  again.other.look(first.handover, { state: 'delivered' })
  await expect
    .poll(() => toldOf(again.store))
    .toEqual([
      [second.id, 'queued'],
      [first.id, 'sent'],
      [first.id, 'delivered'],
    ])
})

test('when the journal cannot be written no event is half recorded', () => {
  const { store } = bridge()
  const told = toldSends(store.journal)
  const event = {
    type: 'send_updated',
    id: 'a',
    state: 'sent',
    chat_guid: null,
    rowid: null,
    error_code: null,
  } as const
  const broken = {
    ...event,
    toJSON: () => {
      throw new Error('no space')
    },
  }
  expect(() => told.tell([event, broken], { revision: 7, nowMs: 0 })).toThrow('no space')
  expect([told.revision(), eventsIn(store)]).toEqual([0, []])
})

test('a ledger that was started anew is read from its beginning', async () => {
  const { base, store, other } = bridge()
  for (let count = 0; count < 5; count++) other.take({ createdAtMs: Date.now() + count * minuteMs })
  const before = telling(store)
  await expect.poll(() => eventsIn(store)).toHaveLength(5)
  await before.stop()
  store.close()
  for (const end of ['', '-wal', '-shm']) rmSync(`${store.dir.echoLogFile}${end}`, { force: true })
  const again = bridge(base)
  telling(again.store)
  const { id } = again.other.take()
  await expect.poll(() => toldOf(again.store).slice(5)).toEqual([[id, 'queued']])
})
