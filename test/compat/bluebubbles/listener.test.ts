import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryMac } from '../../../simulator/temporary-mac.ts'
import { unusedPort } from '../../../src/cli/test-unused-port.ts'
import { createClient } from '../../../src/client/client.ts'
import { names } from '../../../src/contract/names.ts'
import { newApiKey } from '../../../src/store/api-keys.ts'
import { serviceDir } from '../../../src/store/service-dir.ts'
import { askAt, blueBubblesHere, fullKey } from '../../harness/bluebubbles-here.ts'
import { until } from '../../harness/until.ts'
import { webHere } from '../../harness/web-here.ts'
import { webProcess } from '../../harness/web-process.ts'

const anna = '+12025550123'

test('the listener opens, moves and closes with the settings, while the process runs', async () => {
  const { key, stored } = newApiKey({ label: 'phone', scopes: ['read'] }, Date.now())
  await using web = await webHere({ config: { auth: { api_keys: [stored] } } })
  const { client } = web
  const state = async () => (await client.compat()).bluebubbles
  expect((await state()).state).toBe('off')
  const change = (bluebubbles: object) => client.change_settings({ compat: { bluebubbles } } as never)
  const ports = [await unusedPort(), await unusedPort()]
  for (const port of ports) {
    await change({ enabled: true, port })
    await until(async () => (await state()).state === 'listening' && (await state()).port === port)
    expect((await askAt(`http://127.0.0.1:${port}`, 'GET ping', { password: key })).json.data).toBe('pong')
  }
  await expect(fetch(`http://127.0.0.1:${ports[0]}/`)).rejects.toThrow()
  await change({ enabled: false })
  await until(async () =>
    fetch(`http://127.0.0.1:${ports[1]}/`).then(
      () => false,
      () => true,
    ),
  )
  expect((await state()).state).toBe('off')
})

test('a port that is in use is reported, and nothing else is affected', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => other.once('listening', resolve))
  const { port } = other.address() as AddressInfo
  await using web = await webHere({ config: { compat: { bluebubbles: { enabled: true, port } } } })
  await until(async () => (await web.client.compat()).bluebubbles.state === 'cannot_listen')
  expect((await web.client.compat()).bluebubbles.problem).toMatchObject({ code: 'address_in_use' })
  expect(await web.client.list_conversations()).toEqual([])
  other.close()
})

test('a tempGuid is remembered across a restart, and no address with a password reaches the log', async () => {
  using mac = temporaryMac()
  const order = { chatGuid: `iMessage;-;${anna}`, tempGuid: 'temp-1', message: 'Good morning' }
  const guids: string[] = []
  const key = fullKey()
  for (const _start of [1, 2]) {
    await using here = await blueBubblesHere({ over: mac, key })
    const { json } = await here.ask('POST message/text', { body: order })
    guids.push(json.data.guid)
    await here.ask('GET chat/wrong?guid=not-the-password', { password: null })
    await here.ask('POST message/query', { body: { where: [{ statement: 'nonsense', args: {} }] } })
    const log = readFileSync(serviceDir(join(mac.home, names.baseDirectory)).logFile, 'utf8')
    expect(log).toContain('BlueBubbles')
    for (const secret of [here.password, 'not-the-password', 'Good morning', anna]) expect(log).not.toContain(secret)
  }
  expect(guids[1]).toBe(guids[0])
  expect(mac.row('SELECT count(*) AS n FROM message WHERE is_from_me = 1')).toEqual({ n: 1 })
})

const tellingLoaded = new URL('../../harness/tell-loaded-modules.ts', import.meta.url).href

test('none of its modules is loaded while the listener is off', async () => {
  // In the sources, each module is a file.
  const through = ['env', '-u', 'SERVICE_BUNDLE', `NODE_OPTIONS=--import=${tellingLoaded}`]
  await using web = await webProcess({ through, hasPassword: false })
  const client = createClient({ baseUrl: web.url })
  expect((await client.compat()).bluebubbles.state).toBe('off')
  const isLoaded = () => ['compat/bluebubbles/app.ts', 'socket.io'].map((module) => web.said().includes(module))
  expect(isLoaded()).toEqual([false, false])
  await client.change_settings({ compat: { bluebubbles: { enabled: true, port: 0 } } } as never)
  await until(async () => (await client.compat()).bluebubbles.state === 'listening')
  await until(() => isLoaded().every(Boolean), {
    describe: () => [...new Set(web.said().match(/(compat|socket)[^' ]*/g))].join('\n'),
  })
})
