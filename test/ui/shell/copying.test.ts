import { expect, test } from 'vitest'
import { hasBrowser, openBrowser, openPage } from '../../harness/ui.ts'
import { cookiesAt, signIn, webHere } from '../../harness/web-here.ts'

const anna = '+12025550123'

test.skipIf(!hasBrowser)('copied text can be pasted, even where the browser gives a page no clipboard', async () => {
  await using browser = await openBrowser()
  await using web = await webHere({ config: { web: { allowed_hosts: ['mac.test'] } } })
  web.mac.messages.receive({ from: anna, text: 'Hello' })
  const url = web.url.replace('127.0.0.1', 'mac.test')
  const cookies = cookiesAt(url, await signIn(web))
  const { page, wrong } = await openPage({ browser, url, prepare: (page) => page.context().addCookies(cookies) })
  await using _ = page
  expect(await page.evaluate('isSecureContext')).toBe(false)
  await page.getByRole('link', { name: new RegExp(anna.slice(1)) }).click()
  await page.getByRole('button', { name: 'Details' }).click()
  const copy = page
    .getByRole('complementary', { name: 'Details' })
    .getByRole('button', { name: new RegExp(anna.slice(1)) })
  await copy.click()
  await page.getByText('Copied').waitFor()
  expect(await copy.evaluate((button) => button.matches(':focus'))).toBe(true)
  await page.keyboard.press('Escape')
  const box = page.getByRole('textbox', { name: /Message/ })
  await box.click()
  await page.keyboard.press('ControlOrMeta+V')
  expect(await box.inputValue()).toBe(anna)
  // The browser warns that plain http is less trustworthy.
  wrong.splice(0, wrong.length, ...wrong.filter((what) => !what.includes('untrustworthy')))
})
