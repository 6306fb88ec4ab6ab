import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, openBrowser } from '../../harness/ui.ts'
import { type Furnished, furnished, written } from './furnished.ts'
import { ask, walk } from './walk.ts'

/** Proper names and technical terms that are the same in every language. */
const names =
  /replies, edits|\b[a-z]+[A-Z]\w+|macOS|Node|Linux|source|iMessage|SMS|RCS|Ctrl|JSON|CSV|AAA?|https?:\S+|\S+\.test|[\w.]+@[\w.]+|\w+\/[\w-]+|\b(debug|info|warn|error)\b|service( -*[\w.]+){2,}/g

describe.skipIf(!hasBrowser)('every page, and everything that opens above it,', () => {
  let [browser, web] = [] as unknown as [Browser, Furnished]
  beforeAll(async () => {
    ;[browser, web] = await Promise.all([openBrowser(), furnished()])
  })
  afterAll(async () => {
    await browser?.close()
    await web?.[Symbol.asyncDispose]()
  })

  test('shows longer texts completely, from right to left, and has no text outside the catalogue', async () => {
    const theirs = await written(web)
    const isPlain = (text: string) =>
      /[a-z]{3,}/i.test(theirs.reduce((rest, one) => rest.replaceAll(one, ''), text).replace(names, ''))
    const look = async (page: Page) => ({
      plain: (await ask(page, 'texts()')).filter(isPlain),
      clipped: await ask(page, 'clipped()'),
      unturned: await ask(page, 'unturned()'),
      turnedNumbers: await ask(page, 'turned()'),
    })
    const { wrong, ...found } = await walk({ browser, web, language: 'ar-XB', opens: true, look })
    expect(found).toEqual({ plain: [], clipped: [], unturned: [], turnedNumbers: [] })
  })
})
