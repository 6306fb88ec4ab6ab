import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import type { ConversationKey } from '../../contract/ids.ts'
import type { Send } from '../../contract/send.ts'
import type { PluginOrder } from '../../plugins/calls/services.ts'
import { type TestHost, testHost, until } from '../../plugins/test-host.ts'
import { type ImapServer, imapAccount, imapServer } from './test-imap-server.ts'
import { smtpAccount, smtpServer, type TestSmtp } from './test-smtp-server.ts'

const bundledDir = join(import.meta.dirname, '..')
const me = 'me@example.com'
let bench: TestHost
let smtp: TestSmtp
let imap: ImapServer
afterEach(async () => {
  await bench.stop()
  smtp.close()
  imap?.close()
})

const settings = () => ({
  enabled: true,
  smtp_host: '127.0.0.1',
  smtp_port: smtp.port,
  smtp_security: 'none',
  user: smtpAccount.user,
  password: smtpAccount.pass,
  from: 'relay@example.com',
  to: [me],
})

it('mails a message and sends its answer from within its sandbox, and logs no content of either', async () => {
  smtp = await smtpServer({ login: true })
  imap = await imapServer()
  const orders: PluginOrder[] = []
  const send = async (order: PluginOrder) => {
    orders.push(order)
    return { id: 'one', state: 'sent', kind: 'text', error: null, created_at: new Date().toISOString() } as Send
  }
  const mailbox = { imap_host: '127.0.0.1', imap_port: imap.port, imap_security: 'none', poll_seconds: 1 }
  const account = { imap_user: imapAccount.user, imap_password: imapAccount.password }
  bench = await testHost({
    bundledDir,
    settings: { email: { ...settings(), ...mailbox, ...account } },
    calls: { send },
  })
  await until(() => existsSync(join(bench.serviceDir, 'plugins', 'email', 'mailbox.json')))
  bench.receive({ text: 'the secret', conversation: 'group:one' as ConversationKey })
  await until(() => bench.deliveries()[0]?.state === 'acked')
  const id = /^Message-ID:\s*(<.*>)$/im.exec(smtp.mails[0]?.raw ?? '')?.[1]
  imap.put(`From: ${me}\r\nIn-Reply-To: ${id}\r\nMessage-ID: <a@phone>\r\n\r\nmy answer\r\n`)
  await until(() => orders.length === 1)
  expect(orders).toMatchObject([{ conversation: 'group:one', text: 'my answer', by: 'plugin:email' }])
  const log = JSON.stringify(bench.logged)
  for (const secret of [smtpAccount.pass, 'quotes', 'the secret', 'my answer', 'Anna', me])
    expect(log).not.toContain(secret)
})

it('sends other messages while the server refuses some mails', async () => {
  smtp = await smtpServer({ login: true })
  smtp.refusedWord = 'lottery'
  bench = await testHost({ bundledDir, settings: { email: settings() } })
  const from = (n: number, text: string) => ({ conversation: `dm:${n}` as ConversationKey, text })
  bench.receive(...[1, 2, 3, 4, 5, 6].map((n) => from(n, `lottery ${n}`)))
  await until(() => bench.deliveries().every(({ attempts }) => attempts === 1))
  bench.receive(from(7, 'hello'))
  await until(() => bench.deliveries()[6]?.state === 'acked')
  expect(bench.deliveries()[0]).toMatchObject({ state: 'pending', last_error: 'The mail server answered 550' })
})

it('a message that waits for a digest survives a crash', async () => {
  smtp = await smtpServer({ login: true })
  const digest = { ...settings(), mode: 'digest' }
  bench = await testHost({ bundledDir, settings: { email: { ...digest, digest_minutes: 1_440 } } })
  bench.receive({ text: 'first' }, { text: 'second' })
  await until(() => bench.deliveries().every(({ state }) => state === 'acked'))
  const [child] = bench.pids()
  process.kill(child?.pid ?? 0, 'SIGKILL')
  await until(() => bench.pids()[0] !== undefined && bench.pids()[0]?.pid !== child?.pid)
  await until(() => bench.record('email')?.status === 'running')
  bench.receive({ text: 'third' })
  await until(() => bench.deliveries()[2]?.state === 'acked')
  const path = join(bench.serviceDir, 'plugins', 'email', 'digest.jsonl')
  expect(readFileSync(path, 'utf8').match(/first|second|third/g)).toEqual(['first', 'second', 'third'])
})
