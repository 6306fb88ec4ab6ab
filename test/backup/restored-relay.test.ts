import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runService } from '../../src/cli/test-service.ts'
import { exitCodes } from '../../src/contract/errors.ts'
import type { ChatGuid, ConversationKey } from '../../src/contract/ids.ts'
import { openSendLedger } from '../../src/sending/ledger/open.ts'
import { dirOf } from '../harness/bridge-process.ts'
import { anna, relaySetup } from '../harness/relay-setup.ts'
import { until } from '../harness/until.ts'

const hourMs = 3_600_000

/** Requests a send while nothing runs, so that it waits. Returns its id. */
function order(home: string, text: string): string {
  const ledger = openSendLedger({ path: dirOf(home).echoLogFile })
  const addressee = { conversation: `dm:${anna}` as ConversationKey, handle: anna, chatGuid: null as ChatGuid | null }
  const who = { by: 'owner', idempotencyKey: null, isConfirmed: true, service: null, ...addressee }
  const times = { createdAtMs: Date.now(), expiresAtMs: Date.now() + hourMs }
  const { send } = ledger.accept(
    { ...who, ...times, parts: [{ kind: 'text', text }] },
    { perMinute: 100, sameTextPeople: 100 },
  )
  ledger.close()
  return send.id
}

function stateOf(home: string, id: string): string | undefined {
  const ledger = openSendLedger({ path: dirOf(home).echoLogFile })
  const state = ledger.findSend(id)?.state
  ledger.close()
  return state
}

test('after a restore nothing is sent again, no known message is relayed twice, and nothing is lost', async () => {
  await using relay = await relaySetup()
  const { mac, receiver, bridge } = relay
  const { home, messages } = mac
  const sentTexts = () => mac.rows('SELECT ROWID FROM message WHERE is_from_me = 1').length
  messages.receive({ from: anna, text: 'before' })
  await relay.receives('before')
  await bridge.stop()

  const waiting = order(home, 'Waits at the time of the backup')
  const file = join(home, 'b.tar.gz')
  expect(runService(home, ['backup', '--to', file]).status).toBe(exitCodes.done)
  const carriedOn = await relay.restart()
  messages.receive({ from: anna, text: 'since' })
  await relay.receives('before', 'since')
  await until(() => sentTexts() === 1)
  await until(() => !['queued', 'handed_over'].includes(stateOf(home, waiting) ?? ''))
  await carriedOn.stop()

  // Restores over the running history: the service still knows what it did since the backup.
  const kept = runService(home, ['restore', '--force', file])
  expect([kept.status, kept.stdout]).toEqual([
    exitCodes.done,
    expect.stringContaining('journal and the ledger of now were kept'),
  ])
  messages.receive({ from: anna, text: 'while down' })
  const again = await relay.restart()
  await relay.receives('before', 'since', 'while down')
  await again.stop()

  // Everything is lost, as on another Mac: what the backup does not know counts as new, under the ids that it had.
  rmSync(dirOf(home).base, { recursive: true })
  const { status, stdout } = runService(home, ['restore', file])
  expect([status, stdout]).toEqual([
    exitCodes.done,
    expect.stringContaining('1 message that waited to be sent then: marked uncertain'),
  ])
  expect(stateOf(home, waiting)).toBe('uncertain')
  messages.receive({ from: anna, text: 'on the other Mac' })
  await relay.restart()
  await until(() => receiver.texts().includes('on the other Mac'))
  const idsOf = (wanted: string) =>
    receiver.delivered.filter(({ body }) => body.text === wanted).map(({ body }) => body.delivery_id)
  expect([idsOf('before').length, idsOf('on the other Mac').length]).toEqual([1, 1])
  expect(new Set(idsOf('since')).size).toBe(1)
  expect(receiver.texts()).not.toContain('Waits at the time of the backup')
  expect([sentTexts(), stateOf(home, waiting)]).toEqual([1, 'uncertain'])
})
