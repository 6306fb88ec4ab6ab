import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { play, type Scenario, scenarios } from '../../simulator/scenarios/scenarios.ts'
import { temporaryMac } from '../../simulator/temporary-mac.ts'
import { runHere } from '../../src/cli/test-run-here.ts'
import { unusedPort } from '../../src/cli/test-unused-port.ts'
import { exitCodes } from '../../src/contract/errors.ts'
import { saveConfig } from '../../src/store/config-file.ts'
import { prepareServiceDir, serviceDir } from '../../src/store/service-dir.ts'
import { until } from '../harness/until.ts'
import { type WebHere, webHere } from '../harness/web-here.ts'

const anna = '+12025550123'
let web: WebHere

beforeAll(async () => {
  const mac = temporaryMac()
  mac.contacts.onMyMac.add({ firstName: 'Anna', lastName: 'Keller', phones: [anna] })
  for (let day = 1; day <= 120; day++) mac.messages.receive({ from: anna, text: `boat ${day}` })
  mac.messages.receive({ from: '+12025550124', text: 'another boat, "quoted"' })
  const port = await unusedPort()
  web = await webHere({ over: mac, port, config: { web: { port } } })
  await vi.waitUntil(async () => (await web.client.search_status({})).state === 'current', { timeout: 240_000 })
})

afterAll(async () => {
  await web?.[Symbol.asyncDispose]()
  web?.mac.close()
})

const search = (...args: string[]) => runHere(web.mac.home, ['search', ...args])

test('each result is one line, the newest first', async () => {
  const { status, stdout, stderr } = await search('boat', '-n', '2')
  expect(status).toBe(exitCodes.done)
  expect(stdout).toMatch(
    /^[\d-]{10} [\d:]{5} {2}\+12025550124: another boat, "quoted"\n[\d-]{10} [\d:]{5} {2}Anna Keller: boat 120\n$/,
  )
  expect(stderr).toContain('There are more')
})

test('a person and a conversation narrow the results, and several pages are printed as one list', async () => {
  const { stdout } = await search('boat', '--from', 'anna', '--in', anna, '--limit', '110', '--json')
  const { results, cursor } = JSON.parse(stdout)
  expect([results.length, results[0].message.text, results.at(-1).message.text]).toEqual([110, 'boat 120', 'boat 11'])
  expect(cursor).toEqual(expect.any(String))
  expect(JSON.parse((await search('--from', anna, '-n', '1', '--json')).stdout).results).toHaveLength(1)
})

test('an empty result is not a failure, and --json prints the whole response', async () => {
  expect(await search('submarine')).toEqual({ status: exitCodes.done, stdout: '', stderr: 'No results.\n' })
  const { stdout } = await search('submarine', '--json')
  expect(JSON.parse(stdout)).toEqual({ results: [], cursor: null, complete: true })
})

test.each([
  ['text-in-body-only', 'marzipan', 'only my body says marzipan'],
  ['recording-transcribed', 'rhubarb', 'bring the rhubarb on Sunday'],
])('%s: its words are found', async (name, word, shown) => {
  await play(web.mac.home, scenarios.get(name) as Scenario)
  await until(async () => (await search(word)).stdout.includes(shown), { describe: () => `${word} to be found` })
})

test.each([
  [[], 'nothing to look for'],
  [['boat', '--limit', '0'], 'from 1 to 1000'],
  [['on:never'], 'on: takes a day'],
])('search %j is a usage error', async (args, said) => {
  const { status, stdout, stderr } = await search(...args)
  expect([status, stdout]).toEqual([exitCodes.usage, ''])
  expect(stderr).toContain(said)
})

test('a reader that leaves after one line causes no error output', async () => {
  const entry = fileURLToPath(new URL('../../bin/service.mjs', import.meta.url))
  const script = `set -o pipefail; "${process.execPath}" "${entry}" search boat -n 1000 --json | head -1`
  const { SERVICE_DIR: _, ...env } = process.env
  const shell = promisify(execFile)('bash', ['-c', script], { env: { ...env, HOME: web.mac.home } })
  expect(await shell).toEqual({ stdout: '{\n', stderr: '' })
})

test('without a running service it explains how to start one', async () => {
  const elsewhere = serviceDir(join(web.mac.home, 'elsewhere'))
  prepareServiceDir(elsewhere)
  saveConfig(elsewhere.configFile, { web: { port: await unusedPort() } })
  const { status, stderr } = await runHere(web.mac.home, ['search', 'boat'], { SERVICE_DIR: elsewhere.base })
  expect(status).toBe(exitCodes.notRunning)
  expect(stderr).toContain('service up')
})

test('an unknown condition is reported, at the terminal and by the API', async () => {
  const { status, stdout, stderr } = await search('frm:anna')
  expect([status, stdout]).toEqual([exitCodes.usage, ''])
  expect(stderr).toMatch(/column 1: There is no condition "frm"\. Did you mean from\?.*--help/)
  await expect(web.client.search({ q: 'boat frm:anna' })).rejects.toMatchObject({
    code: 'invalid_request',
    details: { path: 'q', column: 6 },
  })
})

test('an address and a time are searched for as words', async () => {
  for (const words of ['https://example.org', '12:30']) expect((await search(words)).status).toBe(exitCodes.done)
})
