import { expect, onTestFinished, test } from 'vitest'
import type { ConversationKey } from '../contract/ids.ts'
import { names } from '../contract/names.ts'
import { dayMs, order, sentMs, words } from '../sending/ledger/test-ledger.ts'
import { saveConfig } from '../store/config-file.ts'
import { journalDeliveries } from '../store/journal/deliveries.ts'
import { prepareServiceDir, serviceDir } from '../store/service-dir.ts'
import { testFolders } from '../store/test-folder.ts'
import { HeldNotices, waitingOnMac } from './held-notices.ts'
import { type BridgeStore, openStore } from './open-store.ts'

const folderOfTest = testFolders(onTestFinished)
const plugin = (name: string, tier: 'official' | 'notify' = 'official', enabled = true) => ({ name, tier, enabled })

/** A bridge's store in which a key asks to send, and the notices over it. */
function telling({ through = ['telegram', 'ntfy'] } = {}) {
  const base = folderOfTest()
  const dir = serviceDir(base)
  prepareServiceDir(dir)
  saveConfig(dir.configFile, { send: { notify_plugins: through } })
  let nowMs = sentMs
  const plugins = [plugin('telegram'), plugin('ntfy', 'notify'), plugin('webhook'), plugin('off', 'official', false)]
  let store: BridgeStore
  let notices: HeldNotices
  const start = () => {
    store = openStore(base, undefined)
    notices = new HeldNotices({
      store,
      host: { records: () => plugins, kick: () => undefined },
      waiting: waitingOnMac({
        ledger: store.ledger,
        contacts: { nameOf: (handle) => (handle === '+12025550123' ? 'Anna' : undefined) },
        messages: { groupName: (identifier) => (identifier === 'chat42' ? 'Club' : null) },
      }),
      clock: { nowMs: () => nowMs, monotonicMs: () => nowMs },
    })
  }
  start()
  onTestFinished(() => store.close())
  const waiting = (integration: string) =>
    journalDeliveries(store.journal, store.installKey).next({ integration, afterSeq: 0, limit: 100 }, [])
  return {
    ask: (text: string, over: Partial<Parameters<typeof order>[0]> = {}) =>
      store.ledger.accept(
        order({
          by: 'key:0a1b2c3d',
          asks: { label: 'Drafts', reason: 'Anna asked' },
          handle: '+12025550123',
          parts: [words(text)],
          expiresAtMs: sentMs + dayMs,
          ...over,
        }),
        { perMinute: 100, sameTextPeople: 100 },
      ).send.id,
    refuse: (id: string) => store.ledger.refuseHeld(id, nowMs),
    check: (afterMs = 0) => {
      nowMs += afterMs
      notices.check()
    },
    restart() {
      store.close()
      start()
    },
    waiting,
    textsOf: (integration: string) => waiting(integration).map(({ message }) => message?.text),
    allText: () => JSON.stringify(store.journal.prepare('SELECT payload FROM inbox').all()),
  }
}

test('each held message is reported once through each enabled plugin that the settings name, also after a restart', () => {
  const it = telling({ through: ['telegram', 'ntfy', 'off', 'unknown'] })
  const id = it.ask('Dinner at eight?')
  it.check()
  it.check()
  it.restart()
  it.check()
  expect(['telegram', 'ntfy', 'webhook', 'off'].map((name) => it.waiting(name).length)).toEqual([1, 1, 0, 0])
  const [told] = it.waiting('telegram')
  expect(told?.message).toMatchObject({ sender: names.product, waiting: id, handle: '', chatGuid: '' })
  expect(told?.message?.text).toMatch(
    /^Drafts asks to write to Anna:\n\nDinner at eight\?\n\nReason given by the program: “Anna asked”\n\nNot sent unless you decide by \w+/,
  )
  // The tier that sees no texts is told who asks, in the place of who writes.
  expect(it.waiting('ntfy')[0]?.message?.sender).toBe('Drafts asks to write to Anna')
})

test('nothing is reported while the settings name no plugin', () => {
  const it = telling({ through: [] })
  it.ask('Dinner at eight?')
  it.check()
  expect(it.allText()).toBe('[]')
})

test('notices contain names of people, groups and rules, but no number, and make hidden characters visible', () => {
  const it = telling()
  const group = { conversation: 'group:chat42' as ConversationKey, handle: 'chat42', chatGuid: 'any;+;chat42' }
  it.ask('Pay \u202enow', { handle: '+12025550199' })
  it.ask('Hi', group as never)
  it.ask('Away', { by: 'rule:0a1b2c3d-0000', asks: { label: 'Holiday', reason: null } })
  it.check()
  expect(it.textsOf('telegram').map((text) => text?.split('\n\n').slice(0, 2))).toEqual([
    ['Drafts asks to write to someone who is not in Contacts:', 'Pay \\u{202e}now'],
    ['Drafts asks to write to Club:', 'Hi'],
    ['Rule “Holiday” asks to write to Anna:', 'Away'],
  ])
})

test('a message that was decided or expired before its notice is not reported any more, and its words are forgotten', () => {
  const it = telling()
  const [refused] = [it.ask('Send me money'), it.ask('Dinner at eight?')]
  it.check()
  it.refuse(refused)
  it.check()
  expect(it.textsOf('telegram')).toEqual([expect.stringContaining('Dinner at eight?')])
  expect(it.allText()).not.toContain('Send me money')
  it.ask('A later one', { createdAtMs: sentMs + dayMs, expiresAtMs: sentMs + 3 * dayMs })
  it.check(dayMs + 1)
  expect(it.textsOf('telegram')).toEqual([expect.stringContaining('A later one')])
  expect(it.allText()).not.toContain('Dinner')
})
