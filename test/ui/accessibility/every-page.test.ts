import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inWindow } from '../../harness/in-window.ts'
import { goTo } from '../../harness/one-page.ts'
import { isWhole } from '../../harness/told.ts'
import { hasBrowser, openBrowser, openPage, type UiPage } from '../../harness/ui.ts'
import { violations, withAxe } from './axe.ts'
import { type Furnished, furnished } from './furnished.ts'
import { type Theme, themesOf } from './themes.ts'
import { ask, type Found, walk } from './walk.ts'

/** All rules are checked in this theme; in the others only those that depend on the theme. */
const wholly = 'light'

/** The suite checks these two and another in turn, and `npm run proof -- whole` all. */
function chosen(themes: readonly Theme[], looks: number): Theme[] {
  const always = [wholly, 'dark']
  const others = themes.filter(({ name }) => !always.includes(name))
  const inTurn = others[looks % others.length]
  return themes.filter((theme) => isWhole || always.includes(theme.name) || theme === inTurn)
}

/** Contrast is checked on every page in `wholly` and one more of the chosen themes: on every other page in `dark`. */
function ofContrast(themes: readonly Theme[], looks: number): Theme[] {
  const others = chosen(themes, Math.floor(looks / 2)).filter(({ name }) => (name === 'dark') === (looks % 2 === 0))
  return themes.filter((theme) => isWhole || theme.name === wholly || others.includes(theme))
}

/** The parts beside `main` are the same on many pages, so their colours are checked only on three of them. */
function placeOf(where: string, isWholly: boolean): string {
  if (!where.startsWith('/')) return ':modal, :popover-open'
  return isWholly || where === '/app/messages' || where === '/app/relay' || where === '/app/settings' ? 'html' : 'main'
}

/**
 * The reference has an article for each endpoint and shape, all drawn in the same way, for which axe takes a third of the
 * time of this file. The suite keeps two in each section; `npm run proof -- whole` keeps all.
 */
const fewArticles = `for (const article of document.querySelectorAll('article:nth-of-type(n + 3)')) article.remove()`

const stepsOfSetup = {
  permissions: 'Allow access on this Mac',
  relayed: 'Whose messages are relayed?',
  destination: 'Where do messages go?',
  security: 'Set a password',
  delivery: 'Waiting for the first message',
}

/** The state of a freshly opened page, and how far its content has shifted some pages later. */
async function beginning({ page, settled }: UiPage, { thread }: Furnished) {
  await page.getByText('See you').first().waitFor()
  await settled()
  const hasFocus = await page.evaluate<boolean>(`document.activeElement !== document.body`)
  const headings = await page.getByRole('heading', { level: 1 }).count()
  for (const path of [thread, 'plugins', 'health']) {
    await goTo(page, `/app/${path}`)
    await settled()
  }
  return { hasFocus, headings, moved: await ask<number>(page, 'shifted()') }
}

describe.skipIf(!hasBrowser)('every page, and everything that opens above it', () => {
  let [browser, web, found] = [] as unknown as [Browser, Furnished, Found]
  let begun: Awaited<ReturnType<typeof beginning>>
  beforeAll(async () => {
    ;[browser, web] = await Promise.all([openBrowser(), furnished()])
    const themes = await themesOf(web)
    found = await walk({
      browser,
      web,
      opens: true,
      async begin(opened) {
        begun = await beginning(opened, web)
      },
      look: async (page, where) => ({
        ...(await look(page, { themes, where })),
        ...(where.startsWith('/') && (await lookAtSmall(page))),
      }),
    })
  })
  afterAll(async () => {
    await browser?.close()
    await web?.[Symbol.asyncDispose]()
  })

  let looks = 0
  async function look(page: Page, { themes, where }: { themes: readonly Theme[]; where: string }) {
    const rules: string[] = []
    const rings = await ask(page, `ringProblems(${JSON.stringify(chosen(themes, looks))})`)
    for (const { name, css } of ofContrast(themes, looks++)) {
      await ask(page, `wear(${JSON.stringify(css)})`)
      const isWholly = name === wholly
      const asked = { ...(!isWholly && { rules: ['color-contrast'] }), within: placeOf(where, isWholly) }
      rules.push(...(await violations(page, asked)).map((line) => `${name}: ${line}`))
    }
    await ask(page, `wear('')`)
    const found = { rules, rings, moving: await ask(page, 'moving()'), inline: await ask(page, 'inline()') }
    return { ...found, ...(await lookAtForced(page)) }
  }

  async function lookAtForced(page: Page) {
    await page.emulateMedia({ forcedColors: 'active' })
    const forced = [...(await ask(page, `ringProblems([{ name: 'forced', css: '' }])`)), ...(await ask(page, 'bare()'))]
    await page.emulateMedia({ forcedColors: 'none' })
    return { forced }
  }

  async function lookAtSmall(page: Page) {
    await using _ = await inWindow(page, { width: 320, height: 256, isTouched: true })
    const wide = await ask(page, 'wide()')
    await page.setViewportSize({ width: 360, height: 640 })
    const unmarked = await violations(page, { rules: ['landmark-one-main', 'landmark-no-duplicate-main'] })
    return { wide, unreachable: await ask(page, 'unreachable()'), unmarked }
  }

  test('leaves the focus where it is when it opens, has one heading, and ends up where it began', () => {
    expect(begun).toMatchObject({ hasFocus: false, headings: 1 })
    expect(begun.moved).toBeLessThanOrEqual(0.05)
  })
  test("causes no message in the browser's console", () =>
    expect(found.wrong?.filter((line) => !/nobody|404/.test(line))).toEqual([]))
  test('breaks no rule of axe, and has enough contrast in every theme', () => expect(found.rules).toEqual([]))
  test('shows where the focus is in every theme', () => expect(found.rings).toEqual([]))
  test('shows the focus and the switched-on state under forced colours', () => expect(found.forced).toEqual([]))
  test('does not move for users who prefer reduced motion', () => expect(found.moving).toEqual([]))
  test('has no inline handler, script or style', () => expect(found.inline).toEqual([]))

  test('needs no horizontal scrolling at four times its size', () => expect(found.wide).toEqual([]))
  test('can be reached completely on a small phone, and is marked as main there', () => {
    expect(found.unreachable).toEqual([])
    expect(found.unmarked).toEqual([])
  })

  test('pages outside the application break no rule of axe, by day and by night', async () => {
    const setup = new URL(web.setupUrl ?? web.url)
    const { page } = await openPage({ browser, url: web.url, path: '/login', prepare: withAxe })
    await using _ = page
    const broken: Record<string, string[]> = {}
    async function lookAt(where: string) {
      const light = await violations(page)
      await page.emulateMedia({ colorScheme: 'dark' })
      // Only colours differ in the dark.
      const dark = await violations(page, { rules: ['color-contrast'] })
      await page.emulateMedia({ colorScheme: 'light' })
      if (light.length + dark.length > 0) broken[where] = [...light, ...dark.map((line) => `dark: ${line}`)]
    }
    for (const path of ['/login', `${setup.pathname}${setup.search}`, '/api/docs']) {
      if (path !== '/login') await page.goto(`${web.url}${path}`)
      await page.getByRole('heading').first().waitFor()
      if (path === '/api/docs' && !isWhole) await page.evaluate(fewArticles)
      await lookAt(path)
    }
    for (const [step, name] of Object.entries(stepsOfSetup)) {
      await page.goto(`${web.url}/setup#${step}`)
      await page.getByRole('heading', { level: 1, name }).waitFor()
      await lookAt(step)
    }
    expect(broken).toEqual({})
  })
})
