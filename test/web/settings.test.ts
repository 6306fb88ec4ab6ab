import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runHere } from '../../src/cli/test-run-here.ts'
import { names } from '../../src/contract/names.ts'
import { type BridgeHere, bridgeHere } from '../harness/bridge-here.ts'
import { until } from '../harness/until.ts'
import { type WebHere, webHere } from '../harness/web-here.ts'

let bridge: BridgeHere
let web: WebHere
let file: string
let base: string

beforeAll(async () => {
  bridge = await bridgeHere()
  web = await webHere({ over: bridge.mac })
  base = join(bridge.mac.home, names.baseDirectory)
  file = join(base, 'config.json')
  await until(async () => (await web.client.list_plugins()).some(({ name }) => name === 'webhook'))
})
afterAll(async () => {
  await web?.[Symbol.asyncDispose]()
  await bridge?.[Symbol.asyncDispose]()
})

const rule = {
  id: 'r1',
  name: 'Late',
  enabled: true,
  trigger: 'on_inbound',
  cooldown_s: 60,
  conditions: 'in:group',
  action: { type: 'auto_reply', body: 'Not now' },
}

/** Each section with an invalid value, and the path of the error. */
const bad: [section: string, value: unknown, path: string][] = [
  ['integrations', { webhook: { url: 5 } }, 'integrations.webhook.url'],
  ['integrations', { webhook: { url: 'nowhere' } }, 'integrations.webhook.url'],
  ['integrations', { webhook: { ulr: 'http://127.0.0.1:9/' } }, 'integrations.webhook.ulr'],
  ['integrations', { webhook: { timeout_s: 900 } }, 'integrations.webhook.timeout_s'],
  ['integrations', { webhook: { payload: 'half' } }, 'integrations.webhook.payload'],
  ['integrations', { webhook: { kinds: ['text', 'tapback'] } }, 'integrations.webhook.kinds.1'],
  ['integrations', { webhook: { headers: { 'x-key': 7 } } }, 'integrations.webhook.headers.x-key'],
  ['integrations', { webhook: { senders: [''] } }, 'integrations.webhook.senders.0'],
  ['integrations', { webhook: { enabled: 'yes' } }, 'integrations.webhook.enabled'],
  ['integrations', { webhook: 7 }, 'integrations.webhook'],
  ['integrations', { webhok: { enabled: true } }, 'integrations.webhok'],
  ['integrations', { stats: { colour: 'blue' } }, 'integrations.stats.colour'],
  ['themes', { active: 'nonesuch' }, 'themes.active'],
  ['themes', { light: 'system' }, 'themes.light'],
  ['themes', { dark: 'nonesuch' }, 'themes.dark'],
  ['themes', { colour: 'blue' }, 'themes.colour'],
  ['relay', { scope: 'nobody' }, 'relay.scope'],
  ['web', { port: 99_999 }, 'web.port'],
  ['web', { host: '0.0.0.0' }, 'web.host'],
  ['rules', [{ ...rule, conditions: 'from:' }], 'rules.0.conditions'],
  ['rules', [{ ...rule, action: { type: 'webhook', url: 'http://' } }], 'rules.0.action.url'],
  ['rules', [{ ...rule, name: 1 }], 'rules.0.name'],
]

describe.each(bad)('%s: %j', (section, value, path) => {
  test('the API refuses it and names its path', async () => {
    const before = readFileSync(file, 'utf8')
    const response = await fetch(`${web.url}/api/v1/settings`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ [section]: value }),
    })
    const { error } = (await response.json()) as { error: { details: { path: string; reason: string } } }
    expect([response.status, error.details.path]).toEqual([section === 'web' && path === 'web.host' ? 409 : 400, path])
    expect(error.details.reason).toMatch(/\w/)
    expect(readFileSync(file, 'utf8')).toBe(before)
  })

  test('the command refuses it and names its path', async () => {
    const before = readFileSync(file, 'utf8')
    const { status, stderr } = await runHere(bridge.mac.home, ['config', 'set', section, JSON.stringify(value)])
    expect([status, stderr]).toEqual([expect.toBeOneOf([2, 6]), expect.stringContaining(path)])
    expect(readFileSync(file, 'utf8')).toBe(before)
  })
})

test('both accept valid values, setting by setting', async () => {
  await web.client.change_settings({ integrations: { ntfy: { topic: 'from-my-mac' } }, themes: { active: 'sepia' } })
  const set = await runHere(bridge.mac.home, ['config', 'set', 'integrations.webhook.timeout_s', '9'])
  expect(set).toMatchObject({ status: 0 })
  await expect
    .poll(() => web.client.get_settings())
    .toMatchObject({
      integrations: { ntfy: { topic: 'from-my-mac' }, webhook: { timeout_s: 9 } },
      themes: { active: 'sepia' },
    })
})

describe('in a file that was edited by hand', () => {
  const logged = () => readFileSync(join(base, 'service.jsonl'), 'utf8')
  const edit = (change: (config: Record<string, Record<string, unknown>>) => void) => {
    const config = JSON.parse(readFileSync(file, 'utf8'))
    change(config)
    writeFileSync(file, JSON.stringify(config), { mode: 0o600 })
  }

  test('an invalid value leaves the last good settings in effect', async () => {
    const good = readFileSync(file, 'utf8')
    edit((config) => Object.assign(config, { relay: { scope: 'nobody' } }))
    await until(() => logged().includes('relay.scope'))
    expect((await web.client.get_settings()).relay.scope).toBe('everyone')
    writeFileSync(file, good, { mode: 0o600 })
  })

  test('an unknown key is reported and kept', async () => {
    edit((config) => Object.assign(config, { colour: 'blue' }))
    await until(() => logged().includes('colour'))
    await web.client.change_settings({ log: { level: 'debug' } })
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ colour: 'blue' })
  })

  test('a plugin with an invalid setting is not started, and says why', async () => {
    edit(({ integrations }) => Object.assign(integrations?.webhook ?? {}, { url: 5 }))
    await until(async () => {
      const webhook = (await web.client.list_plugins()).find(({ name }) => name === 'webhook')
      return webhook?.status === 'failed' && webhook.last_error?.includes('settings.url') === true
    })
    // Other settings of the plugin can be changed, and the invalid one corrected.
    await web.client.change_settings({ integrations: { webhook: { timeout_s: 8 } } })
    await expect(web.client.change_settings({ integrations: { webhook: { url: 6 } } })).rejects.toThrow('webhook.url')
    await web.client.change_settings({ integrations: { webhook: { url: bridge.receiver.url } } })
    await until(async () =>
      (await web.client.list_plugins()).some((it) => it.name === 'webhook' && it.status === 'running'),
    )
  })

  test('a missing theme is reported, and the page looks as with system', async () => {
    edit((config) => Object.assign(config, { themes: { active: 'nonesuch' } }))
    await until(() => logged().includes('themes.active'))
    expect(await web.client.themes()).toMatchObject({ active: 'system' })
    await web.client.change_settings(await web.client.get_settings())
  })

  test('a rule that cannot be understood is reported, and other rules can be changed', async () => {
    edit((config) => Object.assign(config, { rules: [{ ...rule, conditions: '(' }] }))
    await until(async () => (await web.client.list_rules()).length === 1)
    const { rules } = await web.client.get_settings()
    const changed = await web.client.change_settings({ rules: [...rules, { ...rule, id: 'r2' }] })
    expect(changed.rules).toHaveLength(2)
    await until(() => logged().includes('column 2'))
  })
})
