import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runHere } from '../../src/cli/test-run-here.ts'
import { unusedPort } from '../../src/cli/test-unused-port.ts'
import { exitCodes } from '../../src/contract/errors.ts'
import { type WebHere, webHere } from '../harness/web-here.ts'

let web: WebHere
beforeAll(async () => {
  const port = await unusedPort()
  web = await webHere({ port, config: { web: { port }, relay: { scope: 'everyone' } } })
  for (let n = 0; n < 3; n++)
    web.mac.messages.receive({ from: '+12025550123', text: `dinner ${n}`, atMs: Date.now() - (5 - n) * 600_000 })
})
afterAll(() => web?.[Symbol.asyncDispose]())

const service = (...args: string[]) => runHere(web.mac.home, args)

test('rules are listed, and a file with other rules is compared with them without saving anything', async () => {
  const rule = { name: 'Dinner', conditions: 'contains:dinner', action: { type: 'auto_reply', body: 'Yes' } } as const
  await web.client.add_rule(rule)
  expect((await service('rules', 'list')).stdout).toMatch(/^\S+ +on +Dinner +contains:dinner +reply +ran 0 times\n$/)
  const file = join(web.mac.home, 'rules.json')
  const [stored] = JSON.parse((await service('rules', 'list', '--json')).stdout)
  writeFileSync(file, JSON.stringify([{ ...stored, conditions: 'contains:"dinner 2"' }]))
  const { stdout } = await service('rules', 'compare', file, '-n', '1')
  expect(stdout).toContain('2 of 3 messages since ')
  expect(stdout).toMatch(/^Dinner +3 → 1 +\+0 −2$/m)
  expect(stdout).toMatch(/\+12025550123: dinner 1\n {2}Dinner → nothing\n$/)
  expect(await web.client.list_rules()).toMatchObject([rule])
})

test('a file without rules is refused with its name or the position of the fault', async () => {
  const file = join(web.mac.home, 'broken.json')
  for (const [written, said] of [
    ['{}', 'broken.json holds no rules: it is no list'],
    ['[', 'broken.json holds no rules'],
    ['[{"name": "x", "conditions": "(", "action": {"type": "auto_reply", "body": "y"}}]', 'Rule 1: '],
  ] as const) {
    writeFileSync(file, written)
    const { status, stderr } = await service('rules', 'compare', file)
    expect([status, stderr]).toEqual([exitCodes.usage, expect.stringContaining(said)])
  }
})
