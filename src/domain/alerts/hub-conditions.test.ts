import { expect, test } from 'vitest'
import { type HubFacts, hubConditions, type MacFacts } from './hub-conditions.ts'

const minuteMs = 60_000
const nowMs = 100 * minuteMs
const ago = (minutes: number) => nowMs - minutes * minuteMs

const home: MacFacts = {
  id: 'home',
  name: 'Home',
  part: 0,
  seenMs: nowMs,
  copiedMs: null,
  awaitedMs: null,
  movedMs: ago(60),
  refused: 0,
  unpublished: null,
}
const office: MacFacts = { ...home, id: 'office', name: 'Office' }
const reads = { part: 0, sinceMs: ago(90), isAlive: true, aliveMs: nowMs, trouble: null }

const raisedBy = (facts: Partial<HubFacts>, asked: Partial<Parameters<typeof hubConditions>[1]> = {}) =>
  hubConditions({ macs: [home], readers: [reads], ...facts }, { silentMinutes: 15, raised: [], nowMs, ...asked }).map(
    ({ kind, mac, sinceMs }) => [kind, mac?.id, sinceMs],
  )

test('a Mac that reports and has nothing waiting raises no alert', () => {
  expect(raisedBy({})).toEqual([])
})

test('a Mac is silent after the time in the settings, and until it reports again', () => {
  const gone = { ...home, seenMs: ago(14) }
  expect(raisedBy({ macs: [gone] })).toEqual([])
  expect(raisedBy({ macs: [gone] }, { silentMinutes: 14 })).toEqual([['mac_silent', 'home', ago(14)]])
  const raised = [{ kind: 'mac_silent' as const, mac: { id: 'home', name: 'Home' } }]
  expect(raisedBy({ macs: [{ ...home, seenMs: ago(1) }] }, { raised })).toEqual([['mac_silent', 'home', ago(1)]])
  expect(raisedBy({}, { raised })).toEqual([])
  expect(raisedBy({ macs: [{ ...home, seenMs: ago(99) }] }, { silentMinutes: 0, raised })).toEqual([])
})

test('a hub that was down itself does not call its Macs silent for that time', () => {
  const macs = [
    { ...home, seenMs: ago(60) },
    { ...office, seenMs: ago(60) },
  ]
  expect(raisedBy({ macs, readers: [{ ...reads, sinceMs: ago(14) }] })).toEqual([])
  expect(raisedBy({ macs, readers: [{ ...reads, isAlive: false, aliveMs: ago(60) }] })).toEqual([
    ['reader_stopped', undefined, ago(60)],
  ])
  expect(raisedBy({ macs, readers: [{ ...reads, sinceMs: ago(15) }] })).toHaveLength(2)
})

test('a Mac of which nothing arrives is behind, unless that is true of all Macs', () => {
  const behind = { ...home, awaitedMs: ago(6), movedMs: ago(7) }
  expect(raisedBy({ macs: [behind, office] })).toEqual([['mac_behind', 'home', ago(6)]])
  expect(raisedBy({ macs: [{ ...behind, movedMs: ago(1) }, office] })).toEqual([])
  expect(raisedBy({ macs: [behind, { ...office, awaitedMs: ago(8) }] })).toEqual([
    ['reader_stopped', undefined, ago(8)],
  ])
  expect(raisedBy({ macs: [{ ...behind, seenMs: ago(2) }, office] })).toEqual([])
})

test('a second Mac with the same identity is reported for as long as it asks to connect', () => {
  expect(raisedBy({ macs: [{ ...home, copiedMs: ago(1) }] })).toEqual([['mac_copied', 'home', null]])
  expect(raisedBy({ macs: [{ ...home, copiedMs: ago(6) }] })).toEqual([])
})

test('a reader that cannot store anything has stopped, and its Macs are not to blame', () => {
  const trouble = { reason: 'the disk of PostgreSQL is full', sinceMs: ago(1) }
  const behind = { ...home, awaitedMs: ago(6), movedMs: ago(7) }
  const conditions = hubConditions(
    { macs: [behind, office], readers: [{ ...reads, trouble }] },
    { silentMinutes: 15, raised: [], nowMs },
  )
  expect(conditions).toMatchObject([{ kind: 'reader_stopped', ...trouble }])
})

test('a Mac from which NATS accepts nothing is behind at once; if that is true of all Macs, the hub ingests nothing', () => {
  const unpublished = { reason: 'no space left on device', sinceMs: ago(1) }
  const [refused, one] = [
    { ...home, unpublished },
    { ...home, unpublished: { ...unpublished, sinceMs: nowMs } },
  ]
  const asked = { silentMinutes: 15, raised: [], nowMs }
  expect(hubConditions({ macs: [one, office], readers: [reads] }, asked)).toEqual([])
  expect(hubConditions({ macs: [refused, office], readers: [reads] }, asked)).toMatchObject([
    { kind: 'mac_behind', mac: { id: 'home' }, sinceMs: ago(1), reason: expect.stringContaining(unpublished.reason) },
  ])
  expect(hubConditions({ macs: [refused], readers: [reads] }, asked)).toMatchObject([
    { kind: 'reader_stopped', sinceMs: ago(1), reason: expect.stringMatching(/nats-server is full.*no space left/) },
  ])
})
