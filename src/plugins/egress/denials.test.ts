import { expect, it } from 'vitest'
import type { AuditEntry } from '../../store/audit-log.ts'
import { Denials } from './denials.ts'

const silent = { debug() {}, info() {}, warn() {}, error() {}, as: () => silent }

function setup() {
  const entries: AuditEntry[] = []
  const clock = { nowMs: 0 }
  const denials = new Denials({ append: (entry) => void entries.push(entry) }, silent, () => clock.nowMs)
  return {
    clock,
    denied: (denial: Parameters<Denials['note']>[0]) => denials.note(denial),
    entries,
    targets: () => entries.map(({ target }) => target),
  }
}

it('audits each denied place of a plugin once an hour', () => {
  const { clock, denied, entries } = setup()
  const denial = { plugin: 'probe', host: '192.168.1.1', port: 22, reason: 'no' }
  denied(denial)
  denied(denial)
  expect(entries).toEqual([
    { action: 'egress_denied', principal: 'plugin:probe', target: '192.168.1.1:22', result: 'refused' },
  ])
  clock.nowMs += 3_600_000
  denied(denial)
  expect(entries).toHaveLength(2)
})

it('audits only a few places of a plugin that tries many, and still audits those of another', () => {
  const { denied, entries } = setup()
  for (let port = 1; port < 1_000; port++) denied({ plugin: 'probe', host: 'a.example', port, reason: 'no' })
  expect(entries).toHaveLength(20)
  denied({ plugin: 'other', host: 'a.example', port: 1, reason: 'no' })
  expect(entries).toHaveLength(21)
})

it('keeps text that a plugin hides in a host name out of the log', () => {
  const { denied, targets } = setup()
  denied({ plugin: 'probe', host: 'hello-anna.secret.evil.example', port: 443, reason: 'no' })
  denied({ plugin: 'probe', reason: 'no' })
  expect(targets()).toEqual(['*.evil.example:443', 'nowhere'])
})
