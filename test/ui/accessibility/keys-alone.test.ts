import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OnePage } from '../../harness/one-page.ts'
import { hasBrowser, openBrowser } from '../../harness/ui.ts'
import { until } from '../../harness/until.ts'
import { password, signIn } from '../../harness/web-here.ts'
import { type Furnished, furnished } from './furnished.ts'
import { ask, inPage } from './walk.ts'

const focused = (page: Page) =>
  page.evaluate<string>(`((one) => one.tagName + ' ' + (one.ariaLabel ?? one.textContent))(document.activeElement)`)
async function isOn(page: Page, what: RegExp): Promise<void> {
  let last = ''
  const isThere = async () => {
    last = await focused(page)
    return what.test(last)
  }
  await until(isThere, { describe: () => `the focus on ${what}; it is on ${last}` })
}

/** Presses the key as often as needed, but not for ever. */
async function tabTo(page: Page, what: RegExp, key = 'Tab'): Promise<void> {
  for (let times = 0; times < 60; times++) {
    if (what.test(await focused(page))) return
    await page.keyboard.press(key)
  }
  throw new Error(`Tab does not lead to ${what}; it is on ${await focused(page)}`)
}

/** Presses these keys before a single frame is drawn, and returns what is left two frames later. */
const faster = (...keys: string[]) => `(async () => {
  for (const key of ${JSON.stringify(keys)})
    document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame)
})()`

/** Checks that the focus is visible. */
const expectRing = async (page: Page) =>
  expect([await focused(page), await ask<string | undefined>(page, 'ringProblem()')]).toEqual([
    expect.anything(),
    undefined,
  ])

describe.skipIf(!hasBrowser)('without a mouse', () => {
  let [browser, web] = [] as unknown as [Browser, Furnished]
  let pages: OnePage
  beforeAll(async () => {
    ;[browser, web] = await Promise.all([openBrowser(), furnished()])
    pages = new OnePage({ browser, url: web.url, prepare: (page) => page.addInitScript({ content: inPage }) })
  })
  afterAll(async () => {
    await browser?.close()
    await web?.[Symbol.asyncDispose]()
  })
  test('Tab moves through the parts of the page in their order', async () => {
    const { page } = await pages.at(`/app/${web.thread}`)
    await page.getByText('See you').last().waitFor()
    // The page was opened just now: the first thing is the first that Tab reaches.
    const parts: string[] = []
    for (let times = 0; times < 60; times++) {
      await page.keyboard.press('Tab')
      const part = await page.evaluate<string>(
        `document.activeElement.closest('[data-region]')?.tagName ?? document.activeElement.tagName`,
      )
      if (part === 'BODY') break
      if (part !== parts.at(-1)) parts.push(part)
    }
    expect(parts).toEqual(['BUTTON', 'NAV', 'MAIN'])
  })

  test('what opens above the page keeps the focus, and gives it back', async () => {
    const { page } = await pages.at(`/app/${web.thread}`)
    await page.getByText('See you').last().waitFor()
    await page.keyboard.press('Tab')
    for (const [opener, keys] of [
      [/^BUTTON Go to date/, 'Enter'],
      [/^BUTTON Details/, 'Control+k'],
      [/^BUTTON Details/, '?'],
      [/^LI .*See you/, 'Enter'],
    ] as const) {
      await tabTo(page, opener)
      const before = await focused(page)
      await page.keyboard.press(keys)
      await until(() => page.evaluate<boolean>(`document.querySelector(':modal, :popover-open') !== null`), {
        describe: () => `something above the page after ${keys} on ${before}`,
      })
      const within = `document.querySelector(':modal, :popover-open')?.contains(document.activeElement)`
      await until(() => page.evaluate<boolean>(within), {
        describe: () => `the focus in what ${keys} on ${before} opens`,
      })
      if (keys !== 'Enter' || /BUTTON/.test(before))
        for (let times = 0; times < 12; times++) {
          await page.keyboard.press('Tab')
          // Behind a modal dialog the focus moves to the browser itself, and then to the dialog again.
          expect(await page.evaluate<boolean>(`${within} || document.activeElement === document.body`)).toBe(true)
        }
      await page.keyboard.press('Escape')
      await until(async () => (await focused(page)) === before, { describe: () => `the focus back on ${before}` })
    }
  })

  test('a user can sign in, search, reply, set up a rule and sign out, and always sees the focus', async () => {
    const { page, wrong } = await pages.at('/app/messages')
    // Where it was open, the page would go to the login by itself, which ends a navigation that the test begins.
    await page.goto('about:blank')
    await signIn(web)
    await page.goto(`${web.url}/app/messages`)
    await isOn(page, /^INPUT/)
    await page.keyboard.type(password)
    await page.keyboard.press('Enter')
    await page.getByText('See you').first().waitFor()

    await page.keyboard.press('Tab')
    await tabTo(page, /^A .*Anna Example/)
    await expectRing(page)
    await page.keyboard.press('Enter')
    await isOn(page, /^H1 Anna Example/)
    await expectRing(page)

    await page.keyboard.press('/')
    await isOn(page, /^INPUT/)
    await expectRing(page)
    await page.keyboard.type('what about')
    await page.getByRole('group', { name: /^Messages/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/m=\d+/)
    await page.getByRole('main').getByText('What about supper?').first().waitFor()

    await tabTo(page, /^LI /)
    await expectRing(page)
    await page.keyboard.press('End')
    await isOn(page, /^LI .*See you/)
    await expectRing(page)
    await page.evaluate(faster('End', 'r'))
    expect(await focused(page)).toMatch(/^TEXTAREA/)
    await expectRing(page)
    await page.keyboard.press('End')
    await page.keyboard.type('Until then')
    await page.keyboard.press('Enter')
    await page.getByRole('main').getByText('Until then').last().waitFor()

    await page.keyboard.press('Control+,')
    await isOn(page, /^H[12] /)
    await expectRing(page)
    await page.keyboard.press('Control+k')
    await isOn(page, /^INPUT Search commands/)
    await expectRing(page)
    await page.keyboard.type('rules')
    await page
      .getByRole('option', { name: /^Rules/ })
      .first()
      .waitFor()
    await page.keyboard.press('Enter')
    await isOn(page, /^H1 Rules/)
    await tabTo(page, /^A New rule/)
    await expectRing(page)
    await page.keyboard.press('Enter')
    await isOn(page, /^H1 New rule/)
    await page.keyboard.press('Tab')
    await page.keyboard.type('From the keyboard')
    await tabTo(page, /^INPUT Value of condition 1/)
    await expectRing(page)
    await page.keyboard.type('Anna')
    await tabTo(page, /^TEXTAREA/)
    await expectRing(page)
    await page.keyboard.type('Soon.')
    await tabTo(page, /^BUTTON Save/)
    await expectRing(page)
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'From the keyboard' }).waitFor()

    await tabTo(page, /^BUTTON Sign out/, 'Shift+Tab')
    await expectRing(page)
    await page.keyboard.press('Enter')
    await page.getByLabel('Password').waitFor()
    wrong.splice(0, wrong.length, ...wrong.filter((what) => !/401|MIME type/.test(what)))
  })
})
