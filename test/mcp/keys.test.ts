import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runHere } from '../../src/cli/test-run-here.ts'
import { tools } from '../../src/mcp/tools/index.ts'
import { dirOf } from '../harness/bridge-process.ts'
import { mcpClient } from '../harness/mcp-client.ts'
import { anna, mcpWorld } from '../harness/mcp-world.ts'
import { until } from '../harness/until.ts'
import { launchWeb, type WebProcess } from '../harness/web-process.ts'

test('with a password the tools need a key, which is created once, may read, and may send only on request', async () => {
  await using web = await mcpWorld({ hasPassword: true })
  const { home } = web.mac
  await using mcp = await mcpClient(home)
  expect(await mcp.tools()).not.toContain('send_message')
  expect((await mcp.call('list_whitelist')).text).toMatch(/^unauthenticated: .*`service mcp --setup`/)

  const first = await runHere(home, ['mcp', '--setup'])
  expect(first).toMatchObject({ status: 0, stderr: '', stdout: expect.stringContaining('they may read.') })
  const file = join(dirOf(home).keysDir, 'mcp')
  const key = readFileSync(file, 'utf8').trim()
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect((await runHere(home, ['mcp', '--setup'])).stdout).toContain('already')
  expect(first.stdout).not.toContain(key.slice(12))

  await until(async () => !(await mcp.call('list_whitelist')).isError)
  expect(await mcp.tools()).toHaveLength(8)
  expect(first.stdout).toContain('without one-time codes; sends nothing; until ')
  const refused = await mcp.call('send_message', { to: anna, text: 'Hi' })
  expect([refused.isError, refused.text]).toEqual([true, expect.stringMatching(/^forbidden: .*mcp --setup --write/)])
  const last = readFileSync(dirOf(home).auditFile, 'utf8').trim().split('\n').at(-1) ?? ''
  expect(JSON.parse(last)).toMatchObject({ action: 'sent', principal: 'mcp', result: 'refused' })

  expect((await runHere(home, ['mcp', '--setup', '--write'])).stdout).toContain('they may read and send.')
  expect(await mcp.tools()).toContain('send_message')
  await until(async () => !(await mcp.call('send_message', { to: anna, text: 'Hi' })).isError)

  await runHere(home, ['mcp', '--setup'])
  expect(await mcp.tools()).not.toContain('send_message')
  expect(JSON.parse(readFileSync(dirOf(home).configFile, 'utf8')).auth.api_keys).toHaveLength(1)
})

test('another key may be given, and an invalid one is reported', async () => {
  await using web = await mcpWorld({ hasPassword: true })
  await using mcp = await mcpClient(web.mac.home, { env: { SERVICE_API_KEY: `svc_${'0'.repeat(64)}` } })
  expect(await mcp.tools()).not.toContain('send_message')
  expect((await mcp.call('list_conversations')).text).toMatch(/^unauthenticated: /)
})

test('while the web process is down each call reports it, and the next call works when it is back', async () => {
  await using web = await mcpWorld()
  await using mcp = await mcpClient(web.mac.home)
  expect((await mcp.call('list_conversations')).isError).toBe(false)
  await web.stop()
  expect(await mcp.tools()).toHaveLength(tools.length)
  expect((await mcp.call('list_conversations')).text).toMatch(/^unreachable: .*`service up`/)
  const { child, ready, ended } = launchWeb(web.mac.home, { port: web.port })
  await ready()
  expect((await mcp.call('list_conversations')).isError).toBe(false)
  child.kill('SIGTERM')
  await ended
})

/** A process without a password, for the tests that change nothing. */
let open: WebProcess
beforeAll(async () => {
  open = await mcpWorld()
})
afterAll(() => open?.[Symbol.asyncDispose]())

test.each([
  [['--write']],
  [['--show-codes']],
  [['--days', '7']],
  [['--no-expiry']],
  [['--setup', '--days', '7', '--no-expiry']],
  [['--setup', '--days', '0']],
])('%s is a usage error', async (options) => {
  expect(await runHere(open.mac.home, ['mcp', ...options])).toMatchObject({ status: 2, stdout: '' })
})

test('one-time codes and the lifetime of 90 days are options of the setup', async () => {
  const { home } = open.mac
  const elsewhere = { SERVICE_DIR: join(home, 'for choices') }
  const keyAfter = async (...options: string[]) => {
    await runHere(home, ['mcp', '--setup', ...options], elsewhere)
    const { auth } = JSON.parse(readFileSync(join(elsewhere.SERVICE_DIR, 'config.json'), 'utf8'))
    const [{ grant, expires_at: end }, ...others] = auth.api_keys
    expect(others).toEqual([])
    return [
      grant?.one_time_codes ?? 'show',
      end === null ? null : Math.round((Date.parse(end) - Date.now()) / 86_400_000),
    ]
  }
  expect(await keyAfter()).toEqual(['hide', 90])
  expect(await keyAfter('--days', '7', '--show-codes')).toEqual(['show', 7])
  expect(await keyAfter('--no-expiry')).toEqual(['hide', null])
  expect(await keyAfter('--write')).toEqual(['hide', 90])
})

test('the output of --setup can be pasted into programs, and the command in it starts', async () => {
  const { home } = open.mac
  const elsewhere = { SERVICE_DIR: dirOf(home).base }
  const { stdout } = await runHere(home, ['mcp', '--setup'], elsewhere)
  const [desktop, code] = [...stdout.matchAll(/^\{\n.*?^\}$/gms)].map(([text]) => JSON.parse(text))
  const { command, args } = desktop.mcpServers.messages
  expect(code.servers.messages).toEqual({ type: 'stdio', command, args })
  expect(stdout).toContain(`claude mcp add --scope user messages -- ${command} ${args.join(' ')}`)
  await using mcp = await mcpClient(home, { command: [command, ...args] })
  expect((await mcp.call('list_conversations')).isError).toBe(false)
})

test('where the data folder is elsewhere, the text to paste names it', async () => {
  const { home } = open.mac
  const base = join(home, 'another folder')
  const { stdout } = await runHere(home, ['mcp', '--setup'], { SERVICE_DIR: base })
  expect(stdout).toContain(`"SERVICE_DIR": "${base}"`)
  expect(stdout).toContain(`--env 'SERVICE_DIR=${base}'`)
})
