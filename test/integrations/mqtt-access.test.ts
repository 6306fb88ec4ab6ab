import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import Mqtt from '../../src/integrations/mqtt/index.ts'
import type { InboundMessage, OfficialContext } from '../../src/plugin-api/index.ts'
import { cableTo } from './cut-cable.ts'
import { listenerAt, mosquitto, mosquittoBroker } from './mosquitto.ts'
import { findProgram } from './programs.ts'
import { webSocketDoor } from './websocket-door.ts'

const message: InboundMessage = {
  delivery_id: '7d4f8a52-7f0f-8f00-8000-000000000001',
  attempt: 1,
  conversation_id: '7d4f8a52-7f0f-8f00-8000-000000000002',
  sender: 'Anna',
  is_group: false,
  group_name: null,
  text: 'hello',
  ts: '2026-01-02T03:04:05.000Z',
  kind: 'text',
  reply_to: null,
  attachments: [],
}

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const defaults = Object.fromEntries(
  Object.entries(Mqtt.SETTINGS_SCHEMA.properties).flatMap(([name, property]) =>
    'default' in property ? [[name, property.default]] : [],
  ),
)

async function plugin(settings: Record<string, unknown>) {
  const one = new Mqtt()
  const data_dir = mkdtempSync(join(tmpdir(), 'mqtt-'))
  const logged: string[] = []
  const log = (line: string) => void logged.push(line)
  const ctx = { plugin_config: { ...defaults, ...settings }, data_dir, log_info: log, log_warn: log, log_error: log }
  closing.push(() => rmSync(data_dir, { recursive: true }))
  await one.start(ctx as unknown as OfficialContext)
  closing.push(() => one.stop())
  const deliver = (signal = new AbortController().signal) => one.on_inbound(message, { signal, progress() {} })
  return { deliver, logged }
}

const failure = (work: Promise<unknown>) =>
  work.then(
    () => expect.fail('it went'),
    (error: Error & { retryAfterS?: number | null }) => error,
  )

/** A certificate authority, a server and a client, as a person makes them at home. */
function certificates(folder: string): void {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' })
  const ecdsa = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  openssl('req', '-x509', ...ecdsa, '-keyout', 'ca.key', '-out', 'ca.pem', '-subj', '/CN=home')
  for (const name of ['server', 'client']) {
    writeFileSync(join(folder, `${name}.ext`), 'subjectAltName=IP:127.0.0.1,DNS:localhost')
    openssl('req', ...ecdsa, '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', `/CN=${name}`)
    const signing = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2', '-extfile', `${name}.ext`]
    openssl('x509', '-req', '-in', `${name}.csr`, '-out', `${name}.pem`, ...signing)
  }
}
const hasCertificates = findProgram('openssl') !== undefined

describe.skipIf(mosquitto === undefined)('with mosquitto', () => {
  test.each([4, 5])('speaks version %i of the protocol', async (protocol_version) => {
    await using broker = await mosquittoBroker()
    await broker.start()
    const url = `mqtt://127.0.0.1:${broker.port}`
    await using listener = await listenerAt(url)
    const { deliver } = await plugin({ url, protocol_version })
    await deliver()
    expect(await listener.json('/message')).toHaveLength(1)
  })

  test('speaks over WebSocket', async () => {
    await using broker = await mosquittoBroker()
    await broker.start()
    await using door = await webSocketDoor(broker.port, '/mqtt')
    await using listener = await listenerAt(`mqtt://127.0.0.1:${broker.port}`)
    const { deliver } = await plugin({ url: `ws://127.0.0.1:${door.port}/mqtt` })
    await deliver()
    expect(await listener.json('/message')).toHaveLength(1)
  })

  test('shows name and password, and says it when they are wrong, without them', async () => {
    await using broker = await mosquittoBroker((folder) => {
      const file = join(folder, 'passwords')
      writeFileSync(file, '')
      execFileSync('mosquitto_passwd', ['-b', file, 'relay', 'correct horse'], { stdio: 'ignore' })
      return [`password_file ${file}`]
    })
    await broker.start()
    const url = `mqtt://127.0.0.1:${broker.port}`
    const right = await plugin({ url, username: 'relay', password: 'correct horse' })
    await right.deliver()
    const wrong = await plugin({ url, username: 'relay', password: 'battery staple' })
    const error = await failure(wrong.deliver())
    expect(error).toMatchObject({ message: expect.stringMatching(/not authorized/i), retryAfterS: 5 })
    expect(JSON.stringify([wrong.logged, error.message])).not.toContain('battery')
  })

  test('says which topic it may not publish to', async () => {
    await using broker = await mosquittoBroker((folder) => {
      writeFileSync(join(folder, 'acl'), 'topic readwrite other/#\n')
      return [`acl_file ${join(folder, 'acl')}`]
    })
    await broker.start()
    const { deliver } = await plugin({ url: `mqtt://127.0.0.1:${broker.port}` })
    const error = await failure(deliver())
    expect(error).toMatchObject({ message: expect.stringContaining('does not let this user publish to messages/') })
    expect(error.retryAfterS).toBe(300)
  })

  test.skipIf(!hasCertificates)(
    'speaks TLS with a broker of one’s own authority, and shows a certificate',
    async () => {
      await using broker = await mosquittoBroker((folder) => {
        certificates(folder)
        const server = ['cafile ca.pem', 'certfile server.pem', 'keyfile server.key'].map((line) =>
          line.replace(' ', ` ${folder}/`),
        )
        return [...server, 'require_certificate true']
      })
      await broker.start()
      const pem = (name: string) => readFileSync(join(broker.folder, name), 'utf8')
      const url = `mqtts://127.0.0.1:${broker.port}`
      const own = { ca: pem('ca.pem'), client_certificate: pem('client.pem'), client_key: pem('client.key') }
      const { deliver } = await plugin({ url, ...own })
      await deliver()
      const careless = await plugin({ url, ...own, ca: '' })
      expect(await failure(careless.deliver())).toMatchObject({ message: expect.stringMatching(/certificate/i) })
      await expect(plugin({ url, client_certificate: own.client_certificate })).rejects.toThrow('needs its key')
    },
  )

  test('a broker that takes and never confirms is waited for until the delivery is cancelled', async () => {
    await using broker = await mosquittoBroker()
    await broker.start()
    await using cable = await cableTo(broker.port)
    await using listener = await listenerAt(`mqtt://127.0.0.1:${broker.port}`)
    const { deliver } = await plugin({ url: `mqtt://127.0.0.1:${cable.port}` })
    await listener.texts('/status')
    cable.swallowAnswers()
    const cancel = new AbortController()
    const error = failure(deliver(cancel.signal))
    await listener.texts('/message')
    cancel.abort(new Error('The time is over.'))
    expect(await error).toMatchObject({ message: 'The time is over.' })
  })
})

test('nobody at the address is said as what it is, and asked again soon', async () => {
  const { deliver, logged } = await plugin({ url: 'mqtt://127.0.0.1:9' })
  const error = await failure(deliver())
  expect(error).toMatchObject({ message: expect.stringContaining('ECONNREFUSED'), retryAfterS: 5 })
  expect(logged.filter((line) => line.startsWith('No connection'))).toHaveLength(1)
})
