/** Runs the web process within the test's own process; tests call it over HTTP as any client does. */
import { join } from 'node:path'
import { type TemporaryMac, temporaryMac } from '../../simulator/temporary-mac.ts'
import { isUnused, unusedPort } from '../../src/cli/test-unused-port.ts'
import { type Client, createClient } from '../../src/client/client.ts'
import type { GivenGrant } from '../../src/contract/grant.ts'
import { names } from '../../src/contract/names.ts'
import { scopes } from '../../src/contract/scopes.ts'
import { npmWith } from '../../src/plugins/install/npm.ts'
import { PluginPackages } from '../../src/plugins/install/plugin-packages.ts'
import type { PushSettings } from '../../src/push/open-push.ts'
import { saveConfig } from '../../src/store/config-file.ts'
import { runWeb } from '../../src/web/main.ts'
import { configure, dirOf } from './bridge-process.ts'
import { until } from './until.ts'

export interface WebHere extends AsyncDisposable {
  mac: TemporaryMac
  url: string
  setupUrl: string | undefined
  /** A client without a key. */
  client: Client
}

interface Setup {
  /** An existing Mac to use, which is kept afterwards. */
  over?: TemporaryMac
  mac?: Parameters<typeof temporaryMac>[0]
  config?: object
  /** The port; by default one that is still free when the web process is started again: see {@link keptPort}. */
  port?: number
  /** The folder of the page, in place of the one that was built here. */
  page?: URL
  /** Whether packages of plugins can be installed, with the npm of this machine. */
  installs?: boolean
  push?: PushSettings
}

export async function webHere({
  over,
  mac: options,
  config = {},
  port,
  page,
  installs,
  push,
}: Setup = {}): Promise<WebHere> {
  const mac = over ?? temporaryMac(options)
  configure(mac.home, config)
  const base = join(mac.home, names.baseDirectory)
  const packages = new PluginPackages({ base, npm: npmWith(process.env) })
  const web = await runWeb({
    home: mac.home,
    base,
    path: join(mac.home, 'bin'),
    port: port ?? (await (process.env.KEEP_PORT === '1' ? keptPort() : unusedPort())),
    page,
    ...(installs && { packages: async () => packages }),
    push,
  })
  return {
    mac,
    url: web.url,
    setupUrl: web.setupUrl,
    client: createClient({ baseUrl: web.url }),
    async [Symbol.asyncDispose]() {
      await web.stop()
      if (over === undefined) mac.close()
    },
  }
}

let lastPort: number | undefined

/**
 * Returns the port of the service before, once that has stopped. To a browser a port is part of an address, for which it
 * keeps the files of the page that never change, and what it has compiled of them: a page whose address is known takes
 * 0.8 of the processor time of another one.
 */
async function keptPort(): Promise<number> {
  if (lastPort === undefined || !(await isUnused(lastPort))) lastPort = await unusedPort()
  return lastPort
}

/**
 * Waits until at least so many messages can be searched. The state alone does not tell: it may still be that of before
 * the newest ones came.
 */
export const searchable = ({ client }: Pick<WebHere, 'client'>, count: number): Promise<void> =>
  until(async () => {
    const { state, indexed } = await client.search_status()
    return state === 'current' && indexed >= count
  })

export const password = 'a horse that is correct'
/** The hash of the password, made with the least work: a real one takes a tenth of a second for each sign-in. */
export const passwordHash = '$scrypt$ln=1,r=1,p=1$c2FsdCBvZiBhbGwgdGVzdHM$ENR4RTQ3CaIWNCwuU5hMcfSE1VgDtppnWYHFg1nlFDI'

/** Sets the password, with a hash that costs next to nothing, and signs in. */
export async function signIn({ mac, client, url }: WebHere): Promise<Record<string, string>> {
  saveConfig(dirOf(mac.home).configFile, { auth: { password_hash: passwordHash } })
  await until(() =>
    client.search_status().then(
      () => false,
      () => true,
    ),
  )
  return signedIn(url)
}

/** Returns the cookies of a signed-in browser that knows the service under this address. */
export function cookiesAt(url: string, { cookie = '' }: Record<string, string>) {
  const [name = '', value = ''] = cookie.split(/=(.*)/s)
  return [{ name, value, url }]
}

/** Returns the headers that a browser sends once it has signed in. */
export async function signedIn(url: string): Promise<Record<string, string>> {
  const response = await fetch(`${url}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password }),
  })
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const session = await (await fetch(`${url}/api/ui/session`, { headers: { cookie } })).json()
  return { cookie, 'x-csrf-token': (session as { csrf_token: string }).csrf_token }
}

/** Creates a key with these scopes from the signed-in browser. */
export async function keyWith(
  { url }: Pick<WebHere, 'url'>,
  browser: Record<string, string>,
  given: readonly (typeof scopes)[number][] = scopes,
  grant?: GivenGrant,
): Promise<string> {
  const response = await fetch(`${url}/api/v1/keys`, {
    method: 'POST',
    headers: { ...browser, 'content-type': 'application/json' },
    body: JSON.stringify({ label: given.join(' '), scopes: given, ...(grant && { grant }) }),
  })
  return ((await response.json()) as { key: string }).key
}
