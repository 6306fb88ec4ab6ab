import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requestOf, sendRaw } from '../../harness/raw-http.ts'
import { signedIn } from '../../harness/web-here.ts'
import { type WebProcess, webProcess } from '../../harness/web-process.ts'

const paths = [
  '/',
  '/app/',
  '/app/plain.js',
  '/login',
  '/login/form.css',
  '/setup',
  '/healthz',
  '/version',
  '/nothing',
  '/%',
  '/api/v1/conversations',
  '/api/v1/events',
  '/api/logs',
  '/api/docs',
  '/api/openapi.json',
]

let web: WebProcess
let cookie: string

beforeAll(async () => {
  web = await webProcess({ config: { web: { allowed_hosts: ['mac.example', 'other.example:444'] } } })
  cookie = (await signedIn(web.url)).cookie ?? ''
})

afterAll(() => web?.[Symbol.asyncDispose]())

/** `PORT` stands for the port of the service. Streams end with the connection. */
async function ask(target: string, hosts: readonly string[]) {
  const headers = [...hosts.map((host) => `Host: ${host}`), `cookie: ${cookie}`, 'connection: close']
  const request = requestOf(target, { method: 'HEAD', headers }).replaceAll('PORT', String(web.port))
  const [answer, ...more] = await sendRaw(web.port, request)
  expect(more).toEqual([])
  return answer
}

describe('only requests to the names of this service are answered, whatever the path', () => {
  test.each([
    ['no name', []],
    ['an empty name', ['']],
    ['two names', ['127.0.0.1:PORT', 'evil.test']],
    ['the same name twice', ['127.0.0.1:PORT', '127.0.0.1:PORT']],
    ['two names in one', ['127.0.0.1:PORT, evil.test']],
    ['another name', ['evil.test:PORT']],
    ['a name that begins like ours', ['localhost.evil.test:PORT']],
    ['a name that ends like ours', ['evil-localhost:PORT']],
    ['a name below ours', ['x.localhost:PORT']],
    ['a dot at the end', ['localhost.:PORT']],
    ['a dot at the end of the address', ['127.0.0.1.:PORT']],
    ['IPv4 written as IPv6', ['[::ffff:127.0.0.1]:PORT']],
    ['IPv4 written as IPv6, in hexadecimal', ['[::ffff:7f00:1]:PORT']],
    ['an address in decimal', ['2130706433:PORT']],
    ['an address in hexadecimal', ['0x7f000001:PORT']],
    ['an address in octal', ['0177.0.0.1:PORT']],
    ['a short address', ['127.1:PORT']],
    ['another address of this machine', ['127.0.0.2:PORT']],
    ['no address', ['0.0.0.0:PORT']],
    ['any address', ['[::]:PORT']],
    ['a zone', ['[::1%25lo]:PORT']],
    ['another port', ['localhost:1']],
    ['no port', ['localhost']],
    ['an empty port', ['localhost:']],
    ['a port that is none', ['localhost:PORTx']],
    ['a port with a sign', ['localhost:+PORT']],
    ['a user before it', ['localhost:PORT@evil.test']],
    ['a user before ours', ['evil.test@localhost:PORT']],
    ['a path behind it', ['localhost:PORT/evil.test']],
    ['an allowed name with more', ['mac.example.evil.test']],
    ['an allowed name at another port than allowed', ['other.example:445']],
    ['letters that look like ours', ['l\u00f6calhost:PORT']],
  ])('%s', async (_what, hosts) => {
    for (const path of paths) {
      const answer = await ask(path, hosts)
      expect([path, answer?.status]).toEqual([path, 421])
      expect(answer?.head.toLowerCase()).not.toMatch(/^(set-cookie|location|access-control)/m)
    }
  })

  test.each([
    'http://evil.test/app/',
    'http://127.0.0.1:PORT/app/',
    'https://localhost:PORT/healthz',
    '*',
    '//evil.test',
  ])('an absolute address in place of a path: %s', async (target) => {
    const status = (await ask(target, ['127.0.0.1:PORT']))?.status
    // Two slashes are an unknown path.
    expect(status).toBe(target.startsWith('/') ? 404 : 421)
  })

  test.each([
    '127.0.0.1:PORT',
    'localhost:PORT',
    'LOCALHOST:PORT',
    'LocalHost:PORT',
    '[::1]:PORT',
    'MAC.example',
    'mac.example:1',
    'other.example:444',
  ])('%s is answered', async (host) => {
    expect((await ask('/healthz', [host]))?.status).toBe(200)
    expect((await ask('/api/v1/conversations', [host]))?.status).toBe(200)
  })
})
