import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TemporaryMac, temporaryMac } from '../../../simulator/temporary-mac.ts'
import { webFlags } from '../../../src/cli/node-flags.ts'
import { unusedPort } from '../../../src/cli/test-unused-port.ts'
import { names } from '../../../src/contract/names.ts'
import { configure, serviceEntry } from '../../harness/bridge-process.ts'
import { hasBrowser, openBrowser, openPage } from '../../harness/ui.ts'
import { until } from '../../harness/until.ts'

describe.skipIf(!hasBrowser)('a setting that needs a restart', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser?.close())

  test('takes effect after one press where launchd runs the web process, and the page follows to a new address', async () => {
    const mac = temporaryMac()
    const [port, next] = [await unusedPort(), await unusedPort()]
    configure(mac.home, { web: { port } })
    await using _agent = await webAgent(mac, port)
    const { page, wrong } = await openPage({ browser, url: `http://127.0.0.1:${port}`, path: '/app/settings/web' })
    await using _ = page
    const notice = page.getByRole('region', { name: 'Restart required' })
    const save = page.getByRole('button', { name: 'Save' })
    await page.getByRole('textbox', { name: 'Listen on' }).fill('localhost')
    await save.click()
    await notice.getByRole('button', { name: 'Restart now' }).click()
    await page.getByText('Restarted with the new settings.').waitFor()
    await notice.waitFor({ state: 'detached' })

    await page.getByRole('textbox', { name: 'Port' }).fill(String(next))
    await save.click()
    await notice.getByRole('button', { name: 'Restart now' }).click()
    await notice.getByText(`This page is now at http://127.0.0.1:${next}.`).waitFor()
    await answers(next)
    await notice.getByRole('link', { name: 'Open' }).click()
    await page.getByRole('textbox', { name: 'Port' }).waitFor()
    expect(await page.getByRole('textbox', { name: 'Port' }).inputValue()).toBe(String(next))
    expect(new URL(page.url()).port).toBe(String(next))
    // Parts loaded later come from the new address as well.
    await page.close()
    // Requests fail in whatever way the network knows while the process stops or nothing listens; and the new address is
    // another origin.
    const expected = /net::ERR_|status of 503|^503 for|^asked http:\/\/127\.0\.0\.1:/
    expect(wrong.splice(0).filter((each) => !expected.test(each))).toEqual([])
  })
})

/** Runs the web process as launchd does. */
async function webAgent({ home, bin, close }: TemporaryMac, port: number): Promise<AsyncDisposable> {
  const label = names.launchAgents.web
  const [folder, target] = [join(home, 'Library', 'LaunchAgents'), `gui/${process.getuid?.() ?? 501}`]
  const file = join(folder, `${label}.plist`)
  const launchctl = (...args: string[]) =>
    spawnSync(join(bin, 'launchctl'), args, {
      env: { HOME: home, PATH: [bin, process.env.PATH].join(delimiter) },
      encoding: 'utf8',
    })
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, plistOf({ label, home, path: [bin, process.env.PATH].join(delimiter) }))
  const { status, stderr } = launchctl('bootstrap', target, file)
  expect([status, stderr]).toEqual([0, ''])
  await answers(port)
  return {
    async [Symbol.asyncDispose]() {
      launchctl('bootout', `${target}/${label}`)
      close()
    },
  }
}

const plistOf = ({ label, home, path }: { label: string; home: string; path: string }) => {
  const words = [process.execPath, ...webFlags, serviceEntry, 'web'].map((word) => `<string>${word}</string>`)
  return `<?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict>
<key>Label</key><string>${label}</string>
<key>ProgramArguments</key><array>${words.join('')}</array>
<key>EnvironmentVariables</key><dict><key>HOME</key><string>${home}</string><key>PATH</key><string>${path}</string></dict>
<key>RunAtLoad</key><true/>
</dict></plist>`
}

const answers = (port: number) =>
  until(() =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
