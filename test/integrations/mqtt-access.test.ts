import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import Mqtt from '../../src/integrations/mqtt/index.ts'
import { certificates, hasCertificates } from './certificates.ts'
import { cableTo } from './cut-cable.ts'
import { listenerAt, mosquitto, mosquittoBroker } from './mosquitto.ts'
import { failure, pluginHere } from './plugin-here.ts'
import { webSocketProxy } from './websocket-proxy.ts'

const plugin = (settings: Record<string, unknown>) => pluginHere(Mqtt, settings)

describe.skipIf(mosquitto === undefined)('with mosquitto', () => {
  test.each([4, 5])('uses version %i of the protocol', async (protocol_version) => {
    await using broker = await mosquittoBroker()
    await broker.start()
    const url = `mqtt://127.0.0.1:${broker.port}`
    await using listener = await listenerAt(url)
    const { deliver } = await plugin({ url, protocol_version })
    await deliver()
    expect(await listener.json('/message')).toHaveLength(1)
  })

  test('connects over WebSocket', async () => {
    await using broker = await mosquittoBroker()
    await broker.start()
    await using egressSocket = await webSocketProxy(broker.port, '/mqtt')
    await using listener = await listenerAt(`mqtt://127.0.0.1:${broker.port}`)
    const { deliver } = await plugin({ url: `ws://127.0.0.1:${egressSocket.port}/mqtt` })
    await deliver()
    expect(await listener.json('/message')).toHaveLength(1)
  })

  test('logs in with name and password, and reports wrong ones without showing them', async () => {
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

  test('reports the topic to which it may not publish', async () => {
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
    'uses TLS with a broker that has a private authority, and presents a certificate',
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

  test('waits for a broker that accepts and never confirms, until the delivery is cancelled', async () => {
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

test('an address without a broker is reported as such, and tried again soon', async () => {
  const { deliver, logged } = await plugin({ url: 'mqtt://127.0.0.1:9' })
  const error = await failure(deliver())
  expect(error).toMatchObject({ message: expect.stringContaining('ECONNREFUSED'), retryAfterS: 5 })
  expect(logged.filter((line) => line.startsWith('No connection'))).toHaveLength(1)
})
