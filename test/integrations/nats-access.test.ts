import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { nkeys } from '@nats-io/transport-node'
import { describe, expect, test } from 'vitest'
import Nats from '../../src/integrations/nats/index.ts'
import { certificates, hasCertificates } from './certificates.ts'
import { natsProgram, natsServer, observerAt } from './nats-server.ts'
import { failure, pluginHere } from './plugin-here.ts'

const plugin = (settings: Record<string, unknown>) => pluginHere(Nats, settings)
const made = { stream: 'MESSAGES', create_stream: true }

const nkey = nkeys.createUser()
const seed = new TextDecoder().decode(nkey.getSeed())

describe.skipIf(natsProgram === undefined)('with nats-server', () => {
  test.each([
    ['a token', ['authorization { token: "s3cret" }'], { token: 's3cret' }],
    [
      'a user and a password',
      ['authorization { user: relay, password: "s3cret" }'],
      { user: 'relay', password: 's3cret' },
    ],
    ['an nkey', [`authorization { users: [{ nkey: ${nkey.getPublicKey()} }] }`], { nkey_seed: seed }],
  ])('logs in with %s, and reports a wrong one without showing it', async (_, lines, access) => {
    await using server = await natsServer(() => lines)
    await server.start()
    const right = await plugin({ servers: [server.url], ...made, ...access })
    await right.deliver()
    const wrong = await plugin({ servers: [server.url], token: 'another s3cret' })
    const error = await failure(wrong.deliver())
    expect(error).toMatchObject({ message: expect.stringMatching(/authorization|required/i), retryAfterS: 5 })
    expect(JSON.stringify([wrong.logged, error.message])).not.toContain('s3cret')
  })

  test.skipIf(!hasCertificates)(
    'uses TLS with servers that have a private authority, and presents a certificate',
    async () => {
      await using server = await natsServer((folder) => {
        certificates(folder)
        const file = (name: string) => `"${join(folder, name)}"`
        return [
          `tls { cert_file: ${file('server.pem')}, key_file: ${file('server.key')}, ca_file: ${file('ca.pem')}, verify: true }`,
        ]
      })
      await server.start()
      const pem = (name: string) => readFileSync(join(server.folder, name), 'utf8')
      const own = { ca: pem('ca.pem'), client_certificate: pem('client.pem'), client_key: pem('client.key') }
      const servers = [`tls://127.0.0.1:${server.port}`]
      const { deliver } = await plugin({ servers, ...made, ...own })
      await deliver()
      const careless = await plugin({ servers, ...own, ca: '' })
      expect(await failure(careless.deliver())).toMatchObject({ message: expect.stringMatching(/certificate/i) })
    },
  )

  test('reports which permission this user lacks, and names the missing stream', async () => {
    const user = 'user: relay, password: x, permissions: { publish: ["$JS.API.>"], subscribe: ["_INBOX.>"] }'
    await using server = await natsServer(() => [`authorization { users: [{ ${user} }] }`])
    await server.start()
    const { deliver } = await plugin({ servers: [server.url], ...made, user: 'relay', password: 'x' })
    const error = await failure(deliver())
    expect(error).toMatchObject({ message: expect.stringContaining('may not publish to messages.'), retryAfterS: 300 })
  })

  test('a message goes to exactly one stream, and fails when that stream never accepts it', async () => {
    await using server = await natsServer()
    await server.start()
    await using observer = await observerAt(server.url)
    await observer.streams.add({ name: 'SMALL', subjects: ['messages.*'], max_msg_size: 1_000 })
    const other = await plugin({ servers: [server.url], stream: 'OTHER' })
    expect(await failure(other.deliver())).toMatchObject({ message: expect.stringContaining('another stream') })
    const { deliver } = await plugin({ servers: [server.url] })
    const long = await failure(deliver(undefined, { text: 'x'.repeat(2_000) }))
    expect(long).toMatchObject({ message: expect.stringContaining('too large'), retryAfterS: null })
    const endless = await failure(deliver(undefined, { text: 'x'.repeat(2_000_000) }))
    expect(endless).toMatchObject({ message: expect.stringContaining('too large'), retryAfterS: null })
    await deliver()
    expect(await observer.stored('SMALL')).toHaveLength(1)
  })

  test('an existing stream is left as its owner made it', async () => {
    await using server = await natsServer()
    await server.start()
    await using observer = await observerAt(server.url)
    await observer.streams.add({ name: 'MESSAGES', subjects: ['messages.*', 'more'], max_msgs: 7 })
    const { deliver } = await plugin({ servers: [server.url], ...made })
    await deliver()
    const { config } = await observer.streams.info('MESSAGES')
    expect(config).toMatchObject({ subjects: ['messages.*', 'more'], max_msgs: 7 })
  })

  test('one reachable server of several is enough', async () => {
    await using server = await natsServer()
    await server.start()
    const { deliver } = await plugin({ servers: ['nats://127.0.0.1:9', server.url], ...made })
    await deliver()
  })
})

test('an address without a server is reported once, and tried again soon', async () => {
  const { deliver, logged } = await plugin({ servers: ['nats://127.0.0.1:9'] })
  const error = await failure(deliver())
  expect(error).toMatchObject({ message: expect.stringContaining('connection refused'), retryAfterS: 5 })
  expect(logged).toEqual(['No connection to NATS: connection refused.'])
})

test.each([
  [{ create_stream: true }, 'needs a name'],
  [{ client_key: '-----BEGIN PRIVATE KEY-----' }, 'needs its key'],
  [{ request_subject: 'messages' }, 'another subject'],
])('%j is refused', async (settings, why) => {
  await expect(plugin({ servers: ['nats://127.0.0.1:9'], ...settings })).rejects.toThrow(why)
})
