import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BridgeProcess, startBridge } from '../../harness/bridge-process.ts'
import { hasBrowser, openBrowser, openPage, tryAgain } from '../../harness/ui.ts'
import { launchWeb, webProcess } from '../../harness/web-process.ts'

describe.skipIf(!hasBrowser)('a running process', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser?.close())

  test('that is killed is named in a banner, reading continues without the bridge, and the banner goes once the process runs again', async () => {
    let bridge: BridgeProcess | undefined
    await using web = await webProcess({
      hasPassword: false,
      config: { web: { offline_alert_s: 30 } },
      prepare({ home, messages }) {
        messages.receive({ from: '+12025550123', text: 'Hello' })
        bridge = startBridge({ home })
      },
    })
    const { mac, url, port } = web
    await bridge?.polling()
    const { page, wrong } = await openPage({ browser, url, prepare: (page) => page.clock.install() })
    const dot = (word: string) => page.getByRole('button', { name: `Status: ${word}` }).waitFor()
    const banner = page.getByRole('status').filter({ has: page.locator('svg') })
    await page.getByRole('navigation', { name: 'Conversations' }).getByText('Hello').click()
    await dot('Connected')

    await bridge?.kill()
    mac.messages.receive({ from: '+12025550123', text: 'Are you there?' })
    await dot('Relaying stopped')
    const thread = page.getByRole('main')
    await thread.getByText('Are you there?').waitFor()
    mac.messages.receive({ from: '+12025550123', text: 'Still there?' })
    await page.clock.runFor(30_000)
    await banner.getByText(/Relaying has stopped: nothing was relayed since .* New messages are not relayed/).waitFor()
    await thread.getByText('Still there?').waitFor()

    process.kill(web.pid, 'SIGKILL')
    await dot('No connection')
    await page.clock.runFor(40_000)
    await banner.getByText('The service hasn’t answered since').waitFor()
    expect(await banner.getByText('Relaying').count()).toBe(0)

    const again = launchWeb(mac.home, { port })
    bridge = startBridge({ home: mac.home })
    await Promise.all([again.ready(), bridge.polling()])
    await tryAgain(page.getByRole('button', { name: 'Try again' }))
    await dot('Connected')
    await banner.waitFor({ state: 'detached' })
    await page.close()
    // The browser itself reports the failed requests.
    wrong.splice(0)
    again.child.kill()
    await Promise.all([again.ended, bridge.stop()])
  })
})
