/** Asks every route of the listener for BlueBubbles' clients with damaged paths, queries, bodies and passwords. */
import { ok } from 'node:assert'
import { existsSync, readFileSync } from 'node:fs'
import { chance, pick, type Random, wholeNumber } from '../../../simulator/random.ts'
import { routes } from '../../../src/compat/bluebubbles/routes.ts'
import { populate, valuesOf } from '../../../test/compat/populated.ts'
import { blueBubblesHere } from '../../../test/harness/bluebubbles-here.ts'
import { dirOf } from '../../../test/harness/bridge-process.ts'
import { anyJson, mutatedText, strangeText } from '../mutate.ts'
import type { Target } from '../run.ts'

const fields = [
  'chatGuid',
  'message',
  'tempGuid',
  'method',
  'with',
  'sort',
  'limit',
  'offset',
  'after',
  'before',
  'where',
  'addresses',
  'selectedMessageGuid',
  'reaction',
  'editedMessage',
  'partIndex',
  'url',
  'events',
  'address',
  'extraProperties',
  'name',
  'original',
  'width',
  'height',
  'quality',
  'pretty',
  'only',
  'count',
  'minRowId',
  'maxRowId',
  'data',
  'ids',
  'scheduledFor',
  'schedule',
  'payload',
  'type',
]

/** Words that clients send, so that some requests reach what lies behind the checks. */
const sensible = [
  'message.text LIKE :term',
  'message.ROWID > :startRowId',
  'chats,handle,attachment',
  'ASC',
  'DESC',
  'apple-script',
  'private-api',
  'new-message',
  'love',
  'true',
  '1',
  '100',
  '1000',
  '-1',
  '0x10',
  '1e3',
  '1700000000000',
]

export const bluebubbles: Target = {
  name: 'bluebubbles',
  claim:
    'every request is answered with the envelope of the original or its file, never with a failure, and its password is in no log',
  async open() {
    const here = await blueBubblesHere({ config: { send: { per_minute: 1_000, confirm_timeout_s: 1 } } })
    populate(here.mac)
    const { logFile } = dirOf(here.mac.home)
    const values = Object.values(valuesOf(here.mac, { hook: 'http://127.0.0.1:9/hook?password=hidden' }))
    return {
      async attempt(random) {
        const { path, init } = requestOf(random, { values, password: here.password })
        const response = await fetch(`${here.url}/${path}`, init)
        const said = await response.text()
        const about = () =>
          `${init.method} ${path.slice(0, 300)}: ${response.status} ${said.slice(0, 300)} ${String(init.body).slice(0, 300)}`
        ok(!/\bat \w+ \(|node_modules/.test(said), `a stack: ${about()}`)
        if (response.status < 400 || said === 'Not Found') return
        const answer = JSON.parse(said) as {
          status: number
          message: string
          error?: { type: string; message: string }
        }
        ok(answer.status === response.status && typeof answer.error?.message === 'string', about())
        ok(answer.error.message !== '' && !answer.message.includes('unhandled'), about())
      },
      async close() {
        await here[Symbol.asyncDispose]()
        ok(!existsSync(logFile) || !readFileSync(logFile, 'utf8').includes(here.password), 'the password is in the log')
      },
    }
  },
}

interface Known {
  values: readonly string[]
  password: string
}

function requestOf(random: Random, { values, password }: Known): { path: string; init: RequestInit } {
  const { method, path } = pick(random, routes)
  const value = () => (chance(random, 0.5) ? pick(random, [...values, ...sensible]) : strangeText(random))
  const named = path.replaceAll(/:\w+/g, () => encodeURIComponent(value().toWellFormed().slice(0, 200)) || 'x')
  // Lines that are too long are refused before the listener sees them.
  const damaged = (chance(random, 0.1) ? mutatedText(random, named) : named).slice(0, 1_000).toWellFormed()
  const query = new URLSearchParams()
  for (let left = wholeNumber(random, 0, 3); left > 0; left--) query.append(pick(random, fields), value().slice(0, 500))
  const given = chance(random, 0.9) ? password : strangeText(random).slice(0, 50)
  query.append(pick(random, ['password', 'guid', 'token']), given)
  const init: RequestInit = { method, redirect: 'manual' }
  if (method !== 'GET') {
    const body = Object.fromEntries(
      Array.from({ length: wholeNumber(random, 0, 5) }, () => [
        pick(random, fields),
        chance(random, 0.6) ? value() : anyJson(random),
      ]),
    )
    const json = JSON.stringify(chance(random, 0.9) ? body : anyJson(random)) ?? ''
    init.headers = {
      'content-type': pick(random, ['application/json', 'application/json', 'text/plain', 'multipart/form-data']),
    }
    init.body = chance(random, 0.1) ? mutatedText(random, json) : json
  }
  return { path: `${encodeURI(`api/v1/${damaged}`).replaceAll('%25', '%')}?${query}`, init }
}
