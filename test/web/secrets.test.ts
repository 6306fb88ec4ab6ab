import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryMac } from '../../simulator/temporary-mac.ts'
import { endpoints } from '../../src/contract/endpoints.ts'
import { readConfig } from '../../src/store/config-file.ts'
import { dirOf } from '../harness/bridge-process.ts'
import { keyWith, password, signIn, webHere } from '../harness/web-here.ts'

const said = 'the safe opens with 4711'
const anna = '+12025550123'

/** Returns every file below a folder, as bytes read as Latin-1. */
function filesBelow(folder: string): { path: string; text: string }[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => ({ path, text: readFileSync(path, 'latin1') }))
}

test('passwords, keys, hashes and message texts stay out of responses, logs and other files', async () => {
  using mac = temporaryMac()
  const web = await webHere({ over: mac })
  const { url } = web
  mac.messages.receive({ from: anna, text: said })
  const browser = await signIn(web)
  const key = await keyWith(web, browser)
  const headers = { authorization: `Bearer ${key}` }
  const post = (path: string, body: object, more = {}) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...more },
      body: JSON.stringify(body),
    })

  const answers: string[] = []
  const asked = Object.values(endpoints).filter(({ method, returns }) => method === 'GET' && returns.as === 'json')
  for (const { path } of asked) {
    const of = path
      .replace('{guid}', encodeURIComponent(`any;-;${anna}`))
      .replace('{rowid}', '1')
      .replace('{name}', 'dark')
    for (const credentials of [headers, { cookie: browser.cookie ?? '' }, {}]) {
      const response = await fetch(`${url}${of}${path.endsWith('search') ? '?q=safe' : ''}`, { headers: credentials })
      answers.push(await response.text())
    }
  }
  answers.push(await (await post('/login', { password: `${password}!` })).text())
  answers.push(await (await post('/api/v1/settings', { auth: { password_hash: null } }, headers)).text())
  answers.push(await (await post('/api/v1/settings', { surely_unknown: said }, headers)).text())
  answers.push(await (await post('/api/v1/rules', { conditions: `contains:"${said}" (` }, headers)).text())
  const byAddress = await fetch(`${url}/api/v1/settings?api_key=${key}`)
  expect(byAddress.status).toBe(401)
  answers.push(await byAddress.text(), await (await fetch(`${url}/api/v1/conversations/any;-;%2b1202555012345`)).text())

  const dir = dirOf(mac.home)
  const { auth } = readConfig(dir.configFile).snapshot?.config ?? expect.fail()
  const [hash, stored] = [auth.password_hash ?? expect.fail(), auth.api_keys]
  const secrets = [password, key, key.slice(12), hash, stored[0]?.secret_sha256 ?? expect.fail()]
  for (const secret of [...secrets, browser.cookie?.split('=')[1] ?? expect.fail()])
    expect(answers.filter((answer) => answer.includes(secret))).toEqual([])

  await web[Symbol.asyncDispose]()
  const files = filesBelow(dir.base)
  const holding = (secret: string) => files.filter(({ text }) => text.includes(secret)).map(({ path }) => path)
  for (const secret of [password, key, key.slice(12, 60), browser.cookie?.split('=')[1] ?? ''])
    expect(holding(secret)).toEqual([])
  expect(holding(hash)).toEqual(expect.arrayContaining([dir.configFile]))
  const logs = files.filter(({ path }) => path.endsWith('.jsonl'))
  expect(logs.map(({ path }) => path)).toContain(dir.logFile)
  for (const hidden of [said, 'safe', anna, anna.slice(-7), hash])
    expect(logs.filter(({ text }) => text.includes(hidden))).toEqual([])
})
