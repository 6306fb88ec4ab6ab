import { renameSync, rmSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { chatDbPath } from '../../simulator/paths.ts'
import { setFault } from '../../simulator/programs/faults.ts'
import type { SendingDeps } from '../../src/sending/deps.ts'
import type { SendOrder } from '../../src/sending/sending.ts'
import { until } from '../harness/until.ts'
import { sentRows } from './rows.ts'
import { anna, ben, type SendingSetup, sendingAt, sendingSetup, textTo } from './setup.ts'

const refusal = (it: SendingSetup, order: SendOrder) =>
  it.sending.send(order).then(
    () => undefined,
    (error) => error,
  )
/** Messages may have taken it further by the time of the response. */
const hasLanded = expect.stringMatching(/^(landed|sent|delivered)$/)
const textsIn = ({ mac }: SendingSetup) => sentRows(mac.home).map(({ text }) => text)
const becomes = (it: SendingSetup, id: string, state: string) =>
  until(() => it.sending.get(id)?.state === state, { describe: () => JSON.stringify(it.sending.get(id)) })

describe('texts', () => {
  const awkward = [
    '"Quotes", \'quotes\', \\ and \\n',
    'line\nline\r\nline\u2028line\u2029line',
    'שלום 👩‍👩‍👧 \u202eمرحبا',
    '" & (do shell script "touch /tmp/owned") & "',
    'on run argv\n  tell application "Messages" to quit\nend run',
    '-e -- -',
    '\u0001\u0007\u001b[31m',
    'é and e\u0301',
    '👍'.repeat(10_000),
  ]

  test('arrive byte for byte', async () => {
    await using it = sendingSetup()
    for (const text of awkward)
      expect(await it.sending.send(textTo(anna, text))).toMatchObject({ error: null, rowid: expect.any(Number) })
    expect(textsIn(it)).toEqual(awkward)
  })

  test.each([
    ['half a character', 'a\ud83d', 'holds half a character (a lone surrogate) at place 1'],
    ['NUL', 'a\0', 'holds a NUL at place 1'],
    ['nothing', ' \n', 'says nothing'],
  ])('with %s are refused, and leave nothing behind', async (_what, text, reason) => {
    await using it = sendingSetup()
    expect(await refusal(it, textTo(anna, text))).toMatchObject({
      code: 'invalid_request',
      details: { path: 'text', reason },
    })
    expect([it.sending.list({ limit: 10 }), it.runs()]).toEqual([[], 0])
  })
})

describe('addresses', () => {
  test('a person is found in any notation, and gets the message in the existing chat', async () => {
    await using it = sendingSetup()
    it.mac.messages.receive({ from: anna, text: 'Hi' })
    const send = await it.sending.send(textTo('(202) 555-0123', 'Hello'))
    expect(send).toMatchObject({ handle: anna, chat_guid: `any;-;${anna}`, state: hasLanded })
  })

  test.each(['Anna@Example.com', '55512'])(
    '%s without an earlier chat has one once the message has landed',
    async (handle) => {
      await using it = sendingSetup()
      const send = await it.sending.send(textTo(handle, 'Hello', { to: { handle, service: 'SMS' } }))
      expect(send).toMatchObject({ handle: handle.toLowerCase(), service: 'SMS', rowid: 1 })
      expect(send.chat_guid).toContain(handle.toLowerCase())
    },
  )

  test('a chat is found under any spelling of its GUID', async () => {
    await using it = sendingSetup()
    it.mac.messages.receive({ from: anna, text: 'Hi' })
    const send = await it.sending.send({ to: { guid: `iMessage;-;${anna}` }, text: 'Hello', by: 'owner' })
    expect(send).toMatchObject({ chat_guid: `any;-;${anna}`, state: hasLanded })
  })

  test.each(['groups-renamed', 'groups-as-imessage'] as const)(
    'a group is addressed by the name under which Messages knows it (%s)',
    async (name) => {
      await using it = sendingSetup()
      const { guid } = it.mac.messages.createGroup({ members: [anna, ben] })
      setFault(it.mac.home, { name, times: null })
      const send = await it.sending.send({ to: { guid }, text: 'Hello', by: 'owner' })
      expect([send.state, send.chat_guid]).toEqual([hasLanded, guid])
      expect(it.mac.rows('SELECT 1 FROM message')).toHaveLength(1)
    },
  )

  test('a group that Messages does not know is not mistaken for a person with the same identifier', async () => {
    await using it = sendingSetup()
    const { guid, identifier } = it.mac.messages.createGroup({ members: [anna, ben] })
    it.mac.messages.directChat({ with: identifier, service: 'SMS' })
    expect(it.mac.rows('SELECT 1 FROM chat')).toHaveLength(2)
    setFault(it.mac.home, { name: 'no-such-chat', times: 1 })
    const send = await it.sending.send({ to: { guid }, text: 'Hello', by: 'owner' })
    expect([send.state, send.error?.code]).toEqual(['failed', 'chat_not_loaded'])
    expect(textsIn(it)).toEqual([])
  })

  test('a ghost row in a group is a failure', async () => {
    await using it = sendingSetup({ timings: { ghostAfter: 300 }, settings: { confirm_timeout_s: 1 } })
    const { guid } = it.mac.messages.createGroup({ members: [anna, ben] })
    setFault(it.mac.home, { name: 'ghost-row', times: 1 })
    const { id } = await it.sending.send({ to: { guid }, text: 'Hello', by: 'owner' })
    await becomes(it, id, 'failed')
    expect(it.sending.get(id)?.error?.code).toBe('ghost_row')
  })

  test.each([
    ['a name', { to: { handle: 'Anna' }, text: 'x' }, 'handle'],
    ['a GUID where a text is sent to an address', { to: { handle: `any;-;${anna}` }, text: 'x' }, 'handle'],
    ['nothing to send', { to: { handle: anna } }, 'text'],
  ])('%s is refused', async (_what, order, path) => {
    await using it = sendingSetup()
    expect(await refusal(it, { by: 'owner', ...order })).toMatchObject({ code: 'invalid_request', details: { path } })
  })

  test('an unknown chat is refused', async () => {
    await using it = sendingSetup()
    expect(await refusal(it, { to: { guid: 'any;+;chat1' }, text: 'x', by: 'owner' })).toMatchObject({
      code: 'conversation_not_found',
    })
  })
})

describe('the same Idempotency-Key', () => {
  const order = textTo(anna, 'once', { idempotencyKey: 'k' })

  test('yields one message, however many requests use it at once', async () => {
    await using it = sendingSetup()
    const sends = await Promise.all(Array.from({ length: 5 }, () => it.sending.send(order)))
    expect(new Set(sends.map(({ id, state }) => `${id} ${state}`)).size).toBe(1)
    expect(textsIn(it)).toEqual(['once'])
  })

  test('yields one message after a restart as well', async () => {
    await using it = sendingSetup()
    const { id } = await it.sending.send(order)
    await it.sending.stop()
    const again = sendingAt(it.mac.home)
    expect((await again.sending.send(order)).id).toBe(id)
    await again.close()
    expect(textsIn(it)).toEqual(['once'])
  })
})

describe('requests that cannot be sent now', () => {
  test('without osascript nothing is accepted', async () => {
    await using it = sendingSetup({ wrap: (parts) => ({ ...parts, app: { ...parts.app, isAvailable: false } }) })
    expect(await refusal(it, textTo(anna, 'x'))).toMatchObject({ code: 'not_macos' })
    expect(it.sending.trouble()).toContain('osascript')
  })

  test('while chat.db cannot be read, nothing is accepted and nothing is marked as failed', async () => {
    let fastMs = 0
    const wrap = (parts: SendingDeps) => ({ ...parts, nowMs: () => Date.now() + fastMs })
    await using it = sendingSetup({ wrap, settings: { confirm_timeout_s: 1 }, timings: { rowWithin: 60_000 } })
    const database = chatDbPath(it.mac.home)
    setFault(it.mac.home, { name: 'never-lands', times: 1 })
    const { id } = await it.sending.send(textTo(anna, 'lost'))
    renameSync(database, `${database}.away`)
    await until(() => it.logged.some((line) => line.includes('cannot be seen')))
    expect(await refusal(it, textTo(anna, 'x'))).toMatchObject({
      code: expect.stringMatching(/^(messages_unavailable|not_macos)$/),
    })
    expect([it.sending.get(id)?.state, it.sending.trouble()]).toEqual(['handed_over', expect.any(String)])
    fastMs = 120_000
    // A refusal is a look at chat.db, after which nothing has been given up either.
    await refusal(it, textTo(anna, 'x'))
    expect(it.sending.get(id)?.state).toBe('handed_over')
    renameSync(`${database}.away`, database)
    await becomes(it, id, 'uncertain')
    expect(it.sending.trouble()).toBeNull()
  })

  test('the error of the last script is reported until one succeeds', async () => {
    await using it = sendingSetup()
    setFault(it.mac.home, { name: 'automation-denied', times: 1 })
    await it.sending.send(textTo(anna, 'a'))
    expect(it.sending.trouble()).toContain('Automation')
    await it.sending.send(textTo(anna, 'b'))
    await until(() => it.sending.trouble() === null)
  })

  test('a send that expired before its turn is not sent', async () => {
    await using it = sendingSetup()
    const late = textTo(anna, 'late', { expiresAtMs: Date.now() - 1 })
    expect(await it.sending.send(late)).toMatchObject({ state: 'failed', error: { code: 'send_expired' } })
    expect(textsIn(it)).toEqual([])
  })
})

describe('at a stop', () => {
  test('the running script is finished, and queued sends go out after the next start', async () => {
    await using it = sendingSetup()
    const texts = ['a', 'b', 'c']
    const answers = texts.map((text) => it.sending.send(textTo(anna, text)))
    await until(() => it.runs() === 1)
    expect(it.sending.health()).toMatchObject({ waiting: 2 })
    await it.sending.stop()
    expect((await Promise.all(answers)).slice(1).map(({ state }) => state)).toEqual(['queued', 'queued'])
    expect([it.runs(), textsIn(it)]).toEqual([1, ['a']])
    const again = sendingAt(it.mac.home)
    await until(() => textsIn(it).length === 3)
    await again.close()
    expect(textsIn(it)).toEqual(texts)
  })

  test('a stop does not wait for Messages to finish opening', async () => {
    await using it = sendingSetup({ launchMs: 60_000 })
    setFault(it.mac.home, { name: 'connection-invalid', times: null })
    const answer = it.sending.send(textTo(anna, 'a'))
    await until(() => it.logged.some((line) => line.includes('not_sent')))
    await it.sending.stop()
    expect(await answer).toMatchObject({ state: 'queued' })
    rmSync(`${it.mac.home}/.simulator-faults.json`)
  })
})
