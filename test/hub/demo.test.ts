import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { FormatRegistry } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openMac } from '../../simulator/mac.ts'
import { type HubDemo, startHubDemo } from '../../src/cli/hub/demo.ts'
import { createClient } from '../../src/client/client.ts'
import { endpoints } from '../../src/contract/endpoints.ts'
import { hasHubServers, type Postgres, postgres } from '../harness/hub-servers.ts'
import { until } from '../harness/until.ts'

FormatRegistry.Set('date-time', (text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text))

const anna = '+12025550123'
const answers = (
  name: 'list_conversations' | 'list_messages' | 'search' | 'get_message' | 'list_all_messages' | 'version',
  given: unknown,
) => {
  const [fault] = Value.Errors(endpoints[name].returns.schema, given)
  expect([name, fault?.path, fault?.message]).toEqual([name, undefined, undefined])
}

describe.runIf(hasHubServers)('a hub', () => {
  let server: Postgres
  let demo: HubDemo
  let client: ReturnType<typeof createClient>
  beforeAll(async () => {
    server = await postgres()
    demo = await startHubDemo({ port: 0, postgres: await server.newDatabase(), messages: 100, isLive: false })
    client = createClient({ baseUrl: demo.url })
  })
  afterAll(async () => {
    await demo?.stop()
    await server?.[Symbol.asyncDispose]()
  })

  const write = (mac: number, text: string, from = anna) => {
    const { messages, close } = openMac(demo.macs[mac]?.home ?? '')
    const written = messages.receive({ from, text })
    close()
    return written
  }
  const found = async (q: string) => (await client.search({ q })).results

  test('has the conversations of all Macs at one address, in the shapes of the API', async () => {
    await until(
      async () => new Set((await client.list_conversations({ limit: 200 })).map(({ guid }) => guid[0])).size === 2,
    )
    const marks = ['from the home', 'from the office'].map((text, mac) => ({ mac, ...write(mac, text), text }))
    for (const { mac, guid, text } of marks) {
      await until(async () => (await found(`"${text}"`)).length === 1)
      const [conversation, ...others] = await client.list_conversations({ limit: 200 })
      answers('list_conversations', [conversation, ...others])
      const placed = await client.get_message({ message: guid })
      answers('get_message', placed)
      expect(placed.conversation_guid).toBe(`${mac + 1}~any;-;${anna}`)
      expect(await client.get_message({ message: String(placed.message.rowid) })).toEqual(placed)
      const named = await client.list_all_messages({ rowids: String(placed.message.rowid) })
      answers('list_all_messages', named)
      expect(named.messages).toEqual([placed])
      const thread = await client.list_messages({ guid: placed.conversation_guid })
      answers('list_messages', thread)
      expect(thread.at(-1)).toEqual(placed.message)
      expect((await client.get_conversation({ guid: placed.conversation_guid })).last_message).toBe(text)
    }
    answers('search', await client.search({ q: 'from' }))
    answers('version', await client.version())
  })

  test('shows the same conversations and texts as each Mac', async () => {
    for (const [mac, { url }] of demo.macs.entries()) {
      const own = createClient({ baseUrl: url })
      const shown = async () => {
        const all = await client.list_conversations({ limit: 200 })
        return all.filter(({ guid }) => guid.startsWith(`${mac + 1}~`))
      }
      const expected = await own.list_conversations({ limit: 200 })
      await until(async () => (await shown()).length === expected.length)
      const names = (list: readonly { display_name: string; last_message_ts: string }[]) =>
        list.map(({ display_name, last_message_ts }) => `${last_message_ts} ${display_name}`).sort()
      expect(names(await shown())).toEqual(names(expected))
      for (const { guid } of expected) {
        const thread = async (from: typeof client, asked: string) =>
          (await from.list_messages({ guid: asked, limit: 500 })).map(({ text, ts, tapbacks }) => ({
            text,
            ts,
            tapbacks,
          }))
        const whole = JSON.stringify(await thread(own, guid))
        await until(async () => JSON.stringify(await thread(client, `${mac + 1}~${guid}`)) === whole, {
          describe: () => `the conversation ${guid} to be whole`,
        })
      }
    }
  })

  test('tells what happens on all Macs, and continues after the last event that a client has', async () => {
    const events: { id: string | undefined; type: string; chat_guid: string; rowid: number }[] = []
    const ending = new AbortController()
    const follow = async (since?: number) => {
      const stream = client.events(since === undefined ? {} : { since }, {
        signal: ending.signal,
        onId: () => opened.resolve(),
      })
      for await (const { id, value } of stream) events.push({ ...(value as (typeof events)[number]), id })
    }
    const opened = Promise.withResolvers<void>()
    const following = follow()
    await opened.promise
    const written = [write(0, 'told from the home'), write(1, 'told from the office')]
    const told = () => events.filter(({ type }) => type === 'new_message')
    await until(() => told().length === 2)
    for (const { chat_guid, rowid } of told()) {
      const placed = await client.get_message({ message: String(rowid) })
      expect(chat_guid).toBe(placed.conversation_guid)
      expect(written.map(({ guid }) => guid)).toContain(placed.message.guid)
    }
    ending.abort()
    await following
    const [first, second] = told()
    const again = createClient({ baseUrl: demo.url }).events({ since: Number(first?.id) })
    const heard: object[] = []
    for await (const { id, value } of again) {
      heard.push(value)
      if (id === second?.id) break
    }
    expect(heard.at(-1)).toMatchObject({ type: 'new_message', rowid: second?.rowid })
    expect(
      heard.filter(
        (one) => 'rowid' in one && one.rowid === first?.rowid && 'type' in one && one.type === 'new_message',
      ),
    ).toEqual([])
    for await (const { value } of client.events({ since: 9_000_000_000_000 })) {
      expect(value).toEqual({ type: 'reset' })
      break
    }
  })

  test('says clearly what it does not support, and never answers for somebody else', async () => {
    await expect(client.list_people({})).rejects.toMatchObject({ code: 'not_on_hub' })
    await expect(client.list_all_messages({ after_rowid: 0 })).rejects.toMatchObject({ code: 'not_on_hub' })
    await expect(client.get_conversation({ guid: `any;-;${anna}` })).rejects.toMatchObject({
      code: 'conversation_not_found',
    })
    const guids = `any;-;${anna},1~any;-;${anna},2~any;-;${anna}`
    const named = (await client.list_conversations({ guids })).map(({ guid }) => guid)
    expect(named.toSorted()).toEqual(guids.split(',').slice(1))
    await expect(client.get_message({ message: '12' })).rejects.toMatchObject({ code: 'message_not_found' })
    await expect(
      client.list_messages({ guid: `1~any;-;${anna}`, before_rowid: 1, after_rowid: 1 }),
    ).rejects.toMatchObject({
      code: 'invalid_request',
    })
    expect((await fetch(`${demo.url}/api/v1/people`)).status).toBe(409)
    // The page knows beforehand what it need not ask, and programs can.
    const { answers: answered = [] } = await client.version()
    expect([answered.includes('search'), answered.includes('list_people')]).toEqual([true, false])
    expect(await (await fetch(`${demo.url}/app/`)).text()).toMatch(/<html data-lacks="[^"]*\blist_people\b/)
  })

  test('admits keys as a Mac does, including those that are limited to a part of the messages', async () => {
    const { key } = await client.add_key({ label: 'reads', scopes: ['read'] })
    const limited = await client.add_key({ label: 'limited', scopes: ['read'], grant: { people: { only: [anna] } } })
    await client.change_password({ password: 'a horse that is correct' })
    const by = (one: string) => createClient({ baseUrl: demo.url, key: one })
    expect(await by(key).list_conversations({ limit: 1 })).toHaveLength(1)
    await expect(by(key).add_key({ label: 'x', scopes: ['admin'] })).rejects.toMatchObject({ code: 'forbidden' })
    const people = async () => (await by(limited.key).list_conversations({ limit: 200 })).map(({ handle }) => handle)
    expect(new Set(await people())).toEqual(new Set([anna]))
    const others = (await by(key).list_conversations({ limit: 50 })).filter(({ handle }) => handle !== anna)
    const guids = others.map(({ guid }) => guid).join(',')
    expect(await by(key).list_conversations({ guids })).toHaveLength(others.length)
    expect((await by(limited.key).list_conversations({ guids })).filter(({ handle }) => handle !== anna)).toEqual([])
    await expect(by('svc_wrong').list_conversations()).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  test('does without PostgreSQL, in the memory of its process', async () => {
    const small = await startHubDemo({ port: 0, hasPostgres: false, messages: 10, isLive: false })
    onTestFinished(() => small.stop())
    expect(small.database).toBe('PGlite')
    const mac = openMac(small.macs[1]?.home ?? '')
    mac.messages.receive({ from: anna, text: 'kept in memory' })
    mac.close()
    const { search } = createClient({ baseUrl: small.url })
    await until(async () => (await search({ q: '"kept in memory"' })).results.length === 1)
  })

  test('`service hub demo` says where it is, and leaves nothing behind', async () => {
    const root = fileURLToPath(new URL('../..', import.meta.url))
    const args = ['hub', 'demo', '--port', '0', '--postgres', await server.newDatabase()]
    const child = spawn(process.execPath, [join(root, 'bin/service.mjs'), ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    let said = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
    await until(() => said.includes('Ctrl-C'), { describe: () => said })
    const [url] = /http:\S+/.exec(said) ?? []
    expect((await fetch(`${url}/api/v1/conversations`)).status).toBe(200)
    const [home = ''] = /\S+\/home(?= )/.exec(said) ?? []
    expect(existsSync(home)).toBe(true)
    child.kill('SIGTERM')
    expect((await once(child, 'exit'))[0]).toBe(0)
    expect(existsSync(home)).toBe(false)
  })
})
