/** Runs the web process with the listener for BlueBubbles' clients on; tests call it over HTTP as those clients do. */

import { join } from 'node:path'
import { names } from '../../src/contract/names.ts'
import type { Scope } from '../../src/contract/scopes.ts'
import { newApiKey } from '../../src/store/api-keys.ts'
import { listenerNotes } from '../../src/store/bluebubbles-listener.ts'
import { serviceDir } from '../../src/store/service-dir.ts'
import { until } from './until.ts'
import { type WebHere, webHere } from './web-here.ts'

export interface BlueBubblesAnswer {
  status: number
  headers: Headers
  text: string
  /** The envelope; undefined for an answer that is no JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: each test reads another shape
  json: any
}

export interface Asked {
  body?: unknown
  form?: FormData
  headers?: Record<string, string>
  /** The password instead of the key that may read and write; null for none. */
  password?: string | null
}

export interface BlueBubblesHere extends AsyncDisposable {
  web: WebHere
  mac: WebHere['mac']
  /** The address of the listener. */
  url: string
  password: string
  /** A key that may only read. */
  readingPassword: string
  /** Asks below `/api/v1/`; `what` is a method and a path. */
  ask(what: string, asked?: Asked): Promise<BlueBubblesAnswer>
}

const keyFor = (scopes: readonly Scope[]) => newApiKey({ label: scopes.join(' '), scopes }, Date.now())

type Setup = NonNullable<Parameters<typeof webHere>[0]> & {
  /** The key that may read and write, of an earlier start. */
  key?: ReturnType<typeof keyFor>
}

export const fullKey = () => keyFor(['read', 'write'])

export async function blueBubblesHere(setup: Setup = {}): Promise<BlueBubblesHere> {
  const { config = {}, key: full = fullKey(), ...rest } = setup
  const reading = keyFor(['read'])
  const web = await webHere({
    ...rest,
    config: {
      ...config,
      auth: { api_keys: [full.stored, reading.stored] },
      compat: { bluebubbles: { enabled: true, port: 0 } },
    },
  })
  const notes = listenerNotes(serviceDir(join(web.mac.home, names.baseDirectory)))
  await until(() => notes.read() !== undefined)
  const url = `http://127.0.0.1:${notes.read()?.listening_port}`
  return {
    web,
    mac: web.mac,
    url,
    password: full.key,
    readingPassword: reading.key,
    ask: (what, asked = {}) => askAt(url, what, { password: full.key, ...asked }),
    [Symbol.asyncDispose]: () => web[Symbol.asyncDispose](),
  }
}

export async function askAt(url: string, what: string, asked: Asked): Promise<BlueBubblesAnswer> {
  const [method = 'GET', path = ''] = what.split(' ')
  const address = new URL(`/api/v1/${path}`, url)
  if (typeof asked.password === 'string') address.searchParams.set('password', asked.password)
  const json = asked.body === undefined ? {} : { 'content-type': 'application/json' }
  const response = await fetch(address, {
    method,
    headers: { ...json, ...asked.headers },
    ...(asked.body !== undefined && { body: JSON.stringify(asked.body) }),
    ...(asked.form !== undefined && { body: asked.form }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, json: parsed(text) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
