import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, openBrowser } from '../../harness/ui.ts'
import { anna, counting, drawing, type PlacedPlugins, placedPlugins } from './placed-plugins.ts'

/** A module that uses the page's React, which plugins in a frame do not get. */
const component = (body: string) =>
  drawing(`
import { createElement, useEffect, useState } from 'react'
registerSlot('compose.extension', ({ ui, handle }) => ui.text('Framed ' + handle))
registerComponent('compose.extension', function Shown(props) {
  const [count, setCount] = useState(0)
  ${body}
})`)
const pressing = (handler: string) =>
  component(`return createElement('button', { type: 'button', onClick: () => { ${handler} } }, 'Press ' + count)`)

const plugins = {
  good: { code: counting },
  part: {
    code: component(`
      const { host, ...told } = props
      return createElement('button', { type: 'button', onClick: () => { setCount(count + 1); host.insertText('Hi') } },
        JSON.stringify(told) + ' ' + count)`),
  },
  tree: { code: drawing(`registerSlot('compose.extension', ({ ui, handle }) => ui.text('Tree ' + handle))`) },
  render: { code: component(`throw new Error('in drawing')`) },
  effect: { code: component(`useEffect(() => { throw new Error('in an effect') }); return null`) },
  handler: { code: pressing(`throw new Error('in a handler')`) },
  promise: { code: pressing(`Promise.reject(new Error('in a promise'))`) },
  half: {
    slots: ['sidebar.panel', 'compose.extension'] as const,
    code: `${pressing('setCount(count + 1)')}
registerComponent('sidebar.panel', () =>
  createElement('button', { type: 'button', onClick: () => { throw new Error('in the panel') } }, 'Press the panel'))`,
  },
  half_drawn: {
    slots: ['sidebar.panel', 'compose.extension'] as const,
    code: `${pressing('setCount(count + 1)')}
registerComponent('sidebar.panel', () => { throw new Error('in the panel') })`,
  },
  module: { code: `throw new Error('while it was loaded')` },
}

describe.skipIf(!hasBrowser)('fully trusted plugins', () => {
  let [browser, placed] = [] as unknown as [Browser, PlacedPlugins]
  beforeAll(async () => {
    browser = await openBrowser()
    placed = await placedPlugins(plugins)
  })
  afterAll(async () => {
    await browser?.close()
    await placed?.web[Symbol.asyncDispose]()
  })

  const trust = (name: string, trust: 'full' | 'framed' = 'full') => placed.web.client.trust_plugin({ name, trust })
  const stopped = (page: Page, name: string) => page.getByRole('status').filter({ hasText: `${name} stopped` })

  test('a plugin becomes part of the page after the user has read what that means, and a frame again with one press', async () => {
    const path = '/app/plugins/part'
    await using opened = await placed.open({ browser, on: ['part'], path })
    const { page } = opened
    await page.getByText('It runs in a frame of its own').waitFor()
    await page.getByRole('button', { name: 'Trust fully' }).click()
    const dialog = page.getByRole('dialog', { name: 'Trust part fully?' })
    await dialog.getByText('This code can read and send everything that you can').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect((await placed.web.client.plugin_slots()).map(({ lane }) => lane)).toEqual(['frame'])
    await page.getByRole('button', { name: 'Trust fully' }).click()
    await dialog.getByRole('button', { name: 'Trust fully' }).click()
    await page.getByText('You trust it fully').waitFor()
    expect((await placed.web.client.plugin_slots()).map(({ lane }) => lane)).toEqual(['page'])
    await page.getByRole('button', { name: 'Take the trust back' }).click()
    await page.getByText('It runs in a frame of its own').waitFor()
    expect((await placed.web.client.plugin_slots()).map(({ lane }) => lane)).toEqual(['frame'])
  })

  test('a trusted plugin draws with the React of the page, is told the real address, and has no frame', async () => {
    for (const name of ['part', 'tree']) await trust(name)
    await using opened = await placed.open({ browser, on: ['part', 'tree'] })
    const { page } = opened
    await page.getByText(`Tree ${anna}`).waitFor()
    await page.getByRole('button', { name: `{"handle":"${anna}","slot":"compose.extension"} 0` }).click()
    await page.getByRole('button', { name: `{"handle":"${anna}","slot":"compose.extension"} 1` }).waitFor()
    await expect.poll(() => page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('Hi')
    expect(await page.locator('iframe').count()).toBe(0)
  })

  test('without the trust the same module draws in its frame, and is told an id', async () => {
    await trust('tree', 'framed')
    await using opened = await placed.open({ browser, on: ['tree'] })
    expect(await opened.page.getByText('Tree ').textContent()).not.toContain(anna)
    expect(await opened.page.locator('iframe').count()).toBe(1)
  })

  test.each(['half', 'half_drawn'])('%s fails in one of its slots, and keeps working in the other', async (name) => {
    await trust(name)
    await using opened = await placed.open({ browser, on: [name] })
    const { page } = opened
    await page.getByRole('button', { name: 'Press 0' }).click()
    if (name === 'half') await page.getByRole('button', { name: 'Press the panel' }).click()
    await page
      .getByRole('region', { name })
      .getByRole('status')
      .filter({ hasText: `${name} stopped` })
      .waitFor()
    expect(await stopped(page, name).count()).toBe(1)
    await page.getByRole('button', { name: 'Press 1' }).click()
    await page.getByRole('button', { name: 'Press 2' }).waitFor()
  })

  test('however a trusted plugin fails, it leaves a sign in its slot, and the page and the others keep working', async () => {
    const atOnce = ['render', 'effect', 'module']
    const whenPressed = ['handler', 'promise']
    for (const name of [...atOnce, ...whenPressed]) await trust(name)
    await using opened = await placed.open({ browser, on: ['good', ...atOnce, ...whenPressed] })
    const { page } = opened
    for (const name of atOnce) await stopped(page, name).waitFor()
    for (const _ of whenPressed) await page.getByRole('button', { name: 'Press 0' }).first().click()
    for (const name of whenPressed) await stopped(page, name).waitFor()
    await page.getByRole('button', { name: 'Good 0' }).click()
    await page.getByRole('button', { name: 'Good 1' }).waitFor()
    await page.getByRole('textbox', { name: 'Message' }).fill('still here')
    await stopped(page, 'promise').getByRole('button', { name: 'Reload' }).click()
    await page.getByRole('button', { name: 'Press 0' }).waitFor()
  })
})
