/** Starts a real mosquitto on loopback, and a listener that receives everything published there. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import mqtt, { type IClientOptions } from 'mqtt'
import { findProgram } from '../../src/cli/hub/server-program.ts'
import { unusedPort } from '../../src/cli/test-unused-port.ts'
import { until } from '../harness/until.ts'
import { type Program, programOn } from './programs.ts'

export const mosquitto = findProgram('mosquitto')

export interface MosquittoBroker extends Program, AsyncDisposable {
  port: number
  folder: string
}

/** `lines` are the configuration of its only listener. */
export async function mosquittoBroker(lines: (folder: string) => string[] = () => []): Promise<MosquittoBroker> {
  const port = await unusedPort()
  const folder = mkdtempSync(join(tmpdir(), 'mosquitto-'))
  const config = join(folder, 'mosquitto.conf')
  const own = lines(folder)
  const access = own.some((line) => line.startsWith('password_file')) ? 'false' : 'true'
  // When root starts it, mosquitto switches to a user that cannot read this folder.
  const user = process.getuid?.() === 0 ? ['user root'] : []
  writeFileSync(
    config,
    [...user, `listener ${port} 127.0.0.1`, `allow_anonymous ${access}`, 'persistence false', ...own].join('\n'),
  )
  const program = programOn(port, mosquitto ?? '', ['-c', config])
  return {
    ...program,
    port,
    folder,
    async [Symbol.asyncDispose]() {
      await program.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export interface Heard {
  topic: string
  payload: string
  retain: boolean
}

export interface Listener extends AsyncDisposable {
  heard: Heard[]
  /**
   * Waits for this many payloads of the topics with this ending. Returns them in order, without the empty ones that
   * only clear a topic.
   */
  texts(ending: string, count?: number): Promise<string[]>
  json(ending: string, count?: number): Promise<Record<string, unknown>[]>
  publish(topic: string, payload: string | Buffer, options?: { retain?: boolean }): Promise<void>
}

export async function listenerAt(url: string, options: IClientOptions = {}): Promise<Listener> {
  const client = mqtt.connect(url, { reconnectPeriod: 50, protocolVersion: 5, ...options })
  const heard: Heard[] = []
  client.on('message', (topic, payload, { retain }) => heard.push({ topic, payload: payload.toString(), retain }))
  client.on('connect', () => void client.subscribe('#', { qos: 1 }))
  await until(() => client.connected)
  await client.subscribeAsync('#', { qos: 1 })
  const of = (ending: string) =>
    heard.filter(({ topic, payload }) => topic.endsWith(ending) && payload !== '').map(({ payload }) => payload)
  const texts: Listener['texts'] = async (ending, count = 1) => {
    const describe = () => `${count} × ${ending}; heard ${JSON.stringify(heard.map(({ topic }) => topic))}`
    await until(() => of(ending).length >= count, { describe })
    return of(ending)
  }
  return {
    heard,
    texts,
    json: async (ending, count) => (await texts(ending, count)).map((payload) => JSON.parse(payload)),
    async publish(topic, payload, { retain = false } = {}) {
      await client.publishAsync(topic, payload, { qos: 1, retain })
    },
    async [Symbol.asyncDispose]() {
      await client.endAsync(true)
    },
  }
}
