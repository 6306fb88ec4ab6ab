import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, openBrowser, openPage } from '../../harness/ui.ts'
import { webHere } from '../../harness/web-here.ts'

describe.skipIf(!hasBrowser)('the page as an application', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser?.close())

  test('can be installed', async () => {
    await using web = await webHere()
    const { page } = await openPage({ browser, url: web.url })
    await using _ = page
    const devtools = await page.context().newCDPSession(page)
    const { errors, data = '{}' } = await devtools.send('Page.getAppManifest')
    expect(errors).toEqual([])
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
    // A context of a test is a private window, in which nothing can be installed.
    expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([])
    expect(JSON.parse(data)).toMatchObject({ start_url: '/app/', scope: '/app/' })
  })
})
