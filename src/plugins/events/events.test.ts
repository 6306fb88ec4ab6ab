import { afterEach, expect, it } from 'vitest'
import type { MessageEvent } from '../../contract/events.ts'
import type { ChatGuid, Handle, MessageGuid, RowId } from '../../contract/ids.ts'
import type { Send } from '../../contract/send.ts'
import type { PluginEvent, Tier } from '../../plugin-api/index.ts'
import type { CallServices } from '../calls/services.ts'
import type { CorePlugin } from '../core/core-plugin.ts'
import { type TestHost, testHost, until } from '../test-host.ts'

let bench: TestHost
afterEach(() => bench.stop())

const handle = '+12025550123' as Handle
const about = { chat_guid: `any;-;${handle}`, rowid: 41 }
const message = {
  handle,
  chatGuid: about.chat_guid as ChatGuid,
  rowid: about.rowid as RowId,
  guid: 'GUID-41' as MessageGuid,
}

/** A plugin that logs what it hears, and implements the contract's `on_event`. */
const listening = (tier: Tier, { onInbound = '', onEvent = '' } = {}) => `
export default class {
  static NAME = 'probe'
  static TIER = '${tier}'
  static SETTINGS_SCHEMA = {}
  async start(ctx) { this.ctx = ctx }
  async stop() {}
  async on_inbound(msg) { this.msg = msg; ${onInbound} }
  async on_event(event) { ${onEvent}; this.ctx.log_info('HEARD ' + JSON.stringify(event)) }
}`

const heard = (): PluginEvent[] =>
  bench.logged.flatMap(({ msg }) => (msg.startsWith('HEARD ') ? [JSON.parse(msg.slice('HEARD '.length))] : []))

/** Writes events as the bridge does, and notifies the host. */
function happens(...events: MessageEvent[]): void {
  for (const event of events)
    bench.sql(`INSERT INTO event (type, chat_guid, rowid_of_message, at_ms, payload)
      VALUES ('${event.type}', '', 0, ${Date.parse('2026-01-02T03:04:05Z')}, '${JSON.stringify(event)}')`)
  bench.host.kick()
}

interface Listening {
  tier?: Tier
  calls?: Partial<CallServices>
  core?: CorePlugin['transform']
  code?: Parameters<typeof listening>[1]
}

/** Starts a host with one message handed over. */
async function hearing({ tier = 'official', calls = {}, core, code }: Listening = {}): Promise<void> {
  class Core implements CorePlugin {
    static readonly NAME = 'seal'
    static readonly TIER = 'core'
    static readonly SETTINGS_SCHEMA = {}
    async start() {}
    async stop() {}
    async on_inbound() {}
  }
  Object.assign(Core.prototype, { transform: core ?? ((it) => it) })
  const settings = { probe: { enabled: true }, seal: { enabled: core !== undefined } }
  bench = await testHost({ plugins: { probe: listening(tier, code) }, settings, calls, core: [Core] })
  bench.receive(message)
  await until(() => bench.deliveries()[0]?.state === 'acked')
}

const edited: MessageEvent = { type: 'message_edited', ...about }
const unsent: MessageEvent = { type: 'message_unsent', ...about }
const loved: MessageEvent = { type: 'tapback_added', chat_guid: '', rowid: 42, target_guid: message.guid, emoji: '❤️' }

it('reports events on a message that the plugin has, by the ids that it knows, in order', async () => {
  await hearing({ calls: { textOf: (guid) => `${guid === message.guid ? 'better words' : ''}` } })
  happens({ type: 'message_read', ...about }, edited, loved, { ...loved, type: 'tapback_removed' }, unsent)
  await until(() => heard().length === 4)
  const ids = { delivery_id: bench.deliveries()[0]?.id, conversation_id: expect.stringMatching(/^[0-9a-f-]{36}$/) }
  const always = { ts: '2026-01-02T03:04:05.000Z', ...ids }
  expect(heard()).toEqual([
    { type: 'message_edited', ...always, text: 'better words' },
    { type: 'tapback_added', ...always, emoji: '❤️' },
    { type: 'tapback_removed', ...always, emoji: '❤️' },
    { type: 'message_unsent', ...always },
  ])
  expect(JSON.stringify(heard())).not.toMatch(/5550123|GUID|any;/)
})

it('tells the notify tier what happened without any content', async () => {
  await hearing({ tier: 'notify', calls: { textOf: () => expect.fail('was read') } })
  happens(edited, loved)
  await until(() => heard().length === 2)
  expect(JSON.stringify(heard())).not.toMatch(/text|❤️|emoji/)
})

it('reports nothing about messages that the plugin does not have', async () => {
  await hearing()
  happens({ ...edited, rowid: 7 }, { ...loved, target_guid: 'GUID-OF-ANOTHER' }, unsent)
  await until(() => heard().length > 0)
  expect(heard().map(({ type }) => type)).toEqual(['message_unsent'])
})

it('transforms an edited text like any other, or does not report it', async () => {
  let works = true
  const core: CorePlugin['transform'] = (it) => {
    if (!works) throw new Error('no key')
    return { ...it, text: `sealed ${it.text?.length}` }
  }
  await hearing({ core, calls: { textOf: () => 'better words' } })
  happens(edited)
  await until(() => heard().length === 1)
  works = false
  happens(edited, unsent)
  await until(() => heard().length === 2)
  expect(heard()).toMatchObject([{ text: 'sealed 12' }, { type: 'message_unsent' }])
})

it("reports the progress of the plugin's own sends, and of no others", async () => {
  const send = async () => ({ id: 'own', state: 'landed', error: null, created_at: '' }) as unknown as Send
  const code = { onInbound: `await this.ctx.send_text(msg.conversation_id, 'hi')` }
  await hearing({ calls: { send }, code })
  const updated = { type: 'send_updated', chat_guid: about.chat_guid, rowid: 42, error_code: null } as const
  happens({ ...updated, id: 'of another', state: 'sent' }, { ...updated, id: 'own', state: 'delivered' })
  await until(() => heard().length === 1)
  expect(heard()).toMatchObject([{ type: 'send_updated', send_id: 'own', state: 'delivered', error_code: null }])
  expect(JSON.stringify(heard())).not.toContain(handle)
})

it('an error that a plugin throws on one event stops neither the next one nor messages', async () => {
  await hearing({ code: { onEvent: `if (event.type === 'message_unsent') throw new Error('not that')` } })
  happens(unsent, loved)
  await until(() => heard().length === 1)
  expect(heard()[0]?.type).toBe('tapback_added')
  expect(bench.logged.map(({ msg }) => msg)).toContain('on_event: not that')
  bench.receive({})
  await until(() => bench.deliveries().every(({ state }) => state === 'acked'))
})

it('an event that happened while no plugin listened is not repeated', async () => {
  await hearing()
  bench.reconcile({ probe: { enabled: false } })
  await until(() => bench.record()?.status === 'off')
  happens(unsent)
  bench.reconcile({ probe: { enabled: true } })
  await until(() => bench.record()?.status === 'running')
  happens(loved)
  await until(() => heard().length === 1)
  expect(heard()[0]?.type).toBe('tapback_added')
})
