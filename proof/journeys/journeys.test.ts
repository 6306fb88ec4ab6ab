import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, openBrowser } from '../../test/harness/ui.ts'
import { allowPerson } from './list/allow-person.ts'
import { journeysPage } from './page.ts'
import { walk } from './run.ts'

describe.skipIf(!hasBrowser)('a journey', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser?.close())

  test('ends where it should, with a pointer and with a keyboard alone, in as many steps', async () => {
    const pointer = await walk(allowPerson, { browser, way: 'pointer' })
    const keyboard = await walk(allowPerson, { browser, way: 'keyboard' })
    expect(pointer.steps).toEqual(['Press **Allow Imani Okafor**.'])
    expect(keyboard.steps).toEqual(pointer.steps)
    expect(keyboard.travelled).toBeGreaterThan(0)
  })
})

test('the page describes each journey, including one that failed', () => {
  const about = { at: '2026-11-23T08:00Z', machine: 'this', commit: 'abc', seconds: 9 }
  const steps = ['Press **Next**.', 'Type the address into **URL**.']
  const walked = { steps, travelled: 7, seconds: 2 }
  const journey = { title: 'Set up, quickly', wants: 'It shall run.', ends: 'it runs', mostPresses: 8 }
  const pictures = [{ file: 'setup-1.png', caption: 'The first step.' }]
  const page = journeysPage([
    { ...about, trial: 'setup', outcome: { journey, pointer: walked, keyboard: walked, pictures } },
    { ...about, trial: 'rule', failed: 'button Save is not to be seen' },
  ])
  expect(page).toContain(
    '| [Set up, quickly](#set-up-quickly) | 2, of them 1 presses (at most 8) | 2 | 7 | 2026-11-23 |',
  )
  expect(page).toContain('| rule | **not done** button Save is not to be seen |')
  expect(page).toContain('1. Press **Next**.\n2. Type the address into **URL**.\n\nDone: it runs.')
  expect(page).toContain('![The first step.](pictures/journeys/setup-1.png)')
})
