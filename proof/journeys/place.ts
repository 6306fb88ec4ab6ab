/** The Mac of a newcomer: people who write, the service that runs over it, and a program that receives webhooks. */

import { execFile } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { type TemporaryMac, temporaryMac } from '../../simulator/temporary-mac.ts'
import { runBridge } from '../../src/bridge/main.ts'
import { nodeFlags } from '../../src/cli/node-flags.ts'
import { type Client, createClient } from '../../src/client/client.ts'
import { names } from '../../src/contract/names.ts'
import { readStatus } from '../../src/store/bridge-status.ts'
import { configure, dirOf, serviceEntry, toWebhook } from '../../test/harness/bridge-process.ts'
import { type Answer, type Receiver, startReceiver } from '../../test/harness/receiver.ts'
import { settling } from '../../test/harness/settled.ts'
import { until } from '../../test/harness/until.ts'
import { password, passwordHash, signedIn, webHere } from '../../test/harness/web-here.ts'
import { Keyboard } from './keyboard.ts'
import { type Camera, Person } from './person.ts'
import { Pointer } from './pointer.ts'
import type { WayName } from './way.ts'

/** Older than what counts as new. */
const twoDaysMs = 172_800_000

export const people = {
  fern: { firstName: 'Fern', lastName: 'Merriweather', phone: '+12065550141' },
  imani: { firstName: 'Imani', lastName: 'Okafor', phone: '+12065550144' },
  tomas: { firstName: 'Tomás', lastName: 'Ribeiro', phone: '+12065550145' },
} as const

export const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName} ${lastName}`

export interface PlaceOptions {
  /** Settings over "chosen people, to the webhook". */
  config?: object
  /** Whether a password is set. */
  hasPassword?: boolean
  /** The receiver's way of responding to webhooks. */
  answer?: Answer
  /** Whether nothing was set up. */
  isFresh?: boolean
  /** The state of the Mac before the service runs. */
  before?(mac: TemporaryMac): void
}

export interface Place extends AsyncDisposable {
  mac: TemporaryMac
  /** The origin of the page. */
  url: string
  /** Asks the service as a program with every permission does. */
  client: Client
  receiver: Receiver
  /** Lets somebody write to the owner of the Mac. */
  writes(who: (typeof people)[keyof typeof people], text: string): void
  /** Returns another Mac, on which nothing was set up. */
  anotherMac(): TemporaryMac
  /** Runs the command in a terminal of this Mac, and resolves with what it prints. */
  terminal(...words: string[]): Promise<string>
  /** Resolves with somebody before the page, signed in if there is a password. */
  visitor(given: Visit): Promise<Person>
}

export interface Visit {
  browser: Browser
  way: WayName
  path: string
  isOnPhone?: boolean
  camera?: Camera
}

const relay = { poll_interval_s: 0.1 }
const fresh = { relay }
/** Relays what Fern writes to the webhook. */
const furnished = (url: string) => ({
  ...toWebhook(url),
  relay: { ...relay, scope: 'whitelist' },
  whitelist: { handles: [people.fern.phone] },
})

const desk: BrowserContextOptions = { viewport: { width: 1440, height: 900 } }
const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 } }
const touch: BrowserContextOptions = { hasTouch: true, isMobile: true }

export async function openPlace({
  config = {},
  hasPassword = false,
  answer,
  isFresh = false,
  before,
}: PlaceOptions = {}): Promise<Place> {
  await using stack = new AsyncDisposableStack()
  const mac = stack.adopt(temporaryMac(), (one) => one.close())
  const receiver = stack.use(await startReceiver(answer))
  for (const { firstName, lastName, phone } of Object.values(people)) {
    mac.contacts.onMyMac.add({ firstName, lastName, phones: [phone] })
    mac.messages.receive({ from: phone, text: `Hello from ${firstName}`, atMs: Date.now() - twoDaysMs, read: true })
  }
  before?.(mac)
  const settings = {
    ...(isFresh ? fresh : furnished(receiver.url)),
    ...config,
    ...(hasPassword && { auth: { password_hash: passwordHash } }),
  }
  configure(mac.home, settings)
  const base = join(mac.home, names.baseDirectory)
  stack.adopt(runBridge({ home: mac.home, base, path: mac.bin }), (bridge) => bridge.stop())
  await until(() => readStatus(dirOf(mac.home).statusFile)?.state === 'polling')
  const web = stack.use(await webHere({ over: mac, installs: true, config: settings }))
  const session = hasPassword ? await signedIn(web.url) : undefined
  const all = stack.move()
  return {
    mac,
    url: web.url,
    receiver,
    client: createClient({ baseUrl: web.url, fetch: withHeaders(session) }),
    writes: ({ phone }, text) => void mac.messages.receive({ from: phone, text }),
    anotherMac: () => all.adopt(temporaryMac(), (one) => one.close()),
    terminal: (...words) => commandOf(mac, words),
    async visitor({ browser, way, path, isOnPhone = false, camera }) {
      const context = await browser.newContext({
        locale: 'en-US',
        timezoneId: 'America/Los_Angeles',
        reducedMotion: 'reduce',
        serviceWorkers: 'block',
        permissions: ['clipboard-read', 'clipboard-write'],
        ...(isOnPhone ? phone : desk),
        ...(isOnPhone && way === 'pointer' && touch),
      })
      const [name = '', value = ''] = session?.cookie?.split('=') ?? []
      if (session !== undefined) await context.addCookies([{ name, value, url: web.url }])
      const page = await context.newPage()
      const { settled } = settling(page)
      const isFinger = isOnPhone
      const person = new Person({
        page,
        settled,
        ...(camera && { camera }),
        way: way === 'pointer' ? new Pointer(page, { isFinger }) : new Keyboard(page),
      })
      await page.goto(`${web.url}${path}`)
      return person
    },
    [Symbol.asyncDispose]: () => all[Symbol.asyncDispose](),
  }
}

export { password }

/** Runs the command over a Mac, as a terminal does. */
export async function commandOf(
  { home, bin }: Pick<TemporaryMac, 'home' | 'bin'>,
  words: readonly string[],
): Promise<string> {
  const { SERVICE_DIR: _, ...env } = process.env
  const { stdout } = await promisify(execFile)(process.execPath, [...nodeFlags, serviceEntry, ...words], {
    cwd: home,
    env: { ...env, HOME: home, PATH: [bin, env.PATH].join(delimiter) },
  })
  return stdout
}

/** Sends these with every request, as a browser that has signed in does. */
const withHeaders =
  (headers: Record<string, string> = {}): typeof fetch =>
  (url, options) =>
    fetch(url, { ...options, headers: { ...(options?.headers as Record<string, string>), ...headers } })
