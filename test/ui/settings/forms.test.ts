import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { journalIntegrations } from '../../../src/store/journal/integrations.ts'
import { openJournal } from '../../../src/store/journal/open.ts'
import { dirOf } from '../../harness/bridge-process.ts'
import { OnePage } from '../../harness/one-page.ts'
import { hasBrowser, openBrowser } from '../../harness/ui.ts'
import { type WebHere, webHere } from '../../harness/web-here.ts'
import { type Row, table } from './form-table.ts'

const keyOf = (row: Row) => `field_${table.indexOf(row)}`
const given = Object.fromEntries(table.flatMap((row) => (row.saved === undefined ? [] : [[keyOf(row), row.saved]])))
const properties = Object.fromEntries(table.map((row) => [keyOf(row), { title: row.says, ...row.schema }]))

const required = table.filter(({ isNeeded }) => isNeeded).map(keyOf)

const text = { type: 'string' }
const outdated = {
  one: { enum: ['new'], title: 'One of few' },
  some: { type: 'array', items: { enum: ['new'] }, title: 'Some of few' },
}
const secrets = {
  written: { ...text, writeOnly: true, title: 'Written' },
  password: { ...text, format: 'password', title: 'Password' },
  marked: { ...text, 'x-secret': true, title: 'Marked' },
  group: { type: 'object', title: 'Group', properties: { key: { ...text, writeOnly: true, title: 'Key within' } } },
}

describe.skipIf(!hasBrowser)('forms made of a schema', () => {
  let [browser, web, pages] = [] as unknown as [Browser, WebHere, OnePage]
  const untouched = { ...given, beyond: { any: 'schema' } }
  beforeAll(async () => {
    browser = await openBrowser()
    web = await webHere({
      config: { integrations: { table: { ...untouched }, secrets: {}, outdated: { one: 'old', some: ['old'] } } },
    })
    const { db } = openJournal(dirOf(web.mac.home).journalFile)
    const known = {
      table: { type: 'object', properties, required },
      secrets: { type: 'object', properties: secrets },
      outdated: { type: 'object', properties: outdated },
      conditional: { type: 'object', properties: { mode: text }, allOf: [{ required: ['mode'] }] },
    }
    for (const [name, settings_schema] of Object.entries(known))
      journalIntegrations(db).put(
        { name, tier: 'notify', status: 'off', lastError: null, manifest: { display_name: name, settings_schema } },
        0,
      )
    db.close()
    pages = new OnePage({ browser, url: web.url })
  })
  afterAll(async () => {
    await browser?.close()
    await web?.[Symbol.asyncDispose]()
  })

  const open = (name: string) => pages.at(`/app/plugins/${name}`)
  const ownOf = async (name: string) => {
    const { enabled: _, ...own } = (await web.client.get_settings()).integrations[name] ?? {}
    return own
  }
  const controlOf = (page: Page, { role, says }: Row): Locator =>
    page.getByRole(role, { name: says, exact: true }).first()
  const saveAll = async (page: Page) => {
    const save = page.getByRole('button', { name: 'Save', exact: true })
    await save.click()
    await save.waitFor({ state: 'detached' })
  }

  test('each field is shown, and saving one leaves all others as they are, including unknown ones', async () => {
    const { page } = await open('table')
    for (const row of table) {
      await controlOf(page, row).waitFor()
      if (row.shows !== undefined)
        await page.getByText(row.shows, { exact: true }).first().waitFor({ state: 'attached' })
    }
    const [first] = table
    if (first !== undefined) await controlOf(page, first).fill('changed')
    await saveAll(page)
    expect(await ownOf('table')).toEqual({ ...untouched, field_0: 'changed' })
    await web.client.change_settings({ integrations: { table: { field_0: first?.saved } } })
    // The form keeps what it was loaded with.
    await pages.close()
  })

  test('errors of each field are reported beside it, visibly and to screen readers', async () => {
    const { page } = await open('table')
    for (const row of table) {
      if (row.wrong === undefined) continue
      await row.wrong.by(controlOf(page, row))
      const problem = page.getByText(row.wrong.says).first()
      await problem.waitFor()
      const described = page.locator(`[aria-describedby~="${await problem.getAttribute('id')}"]`)
      expect([row.says, await described.count()]).toEqual([row.says, 1])
      await page.getByRole('button', { name: 'Discard', exact: true }).click()
      await problem.waitFor({ state: 'detached' })
    }
    expect(await ownOf('table')).toEqual(untouched)
  })

  test('each field accepts its valid input', async () => {
    const { page } = await open('table')
    const changed = table.filter(({ change }) => change !== undefined)
    for (const row of changed) await row.change?.by(controlOf(page, row))
    await saveAll(page)
    const after = Object.fromEntries(changed.map((row) => [keyOf(row), row.change?.becomes]))
    expect(await ownOf('table')).toEqual(JSON.parse(JSON.stringify({ ...untouched, ...after })))
  })

  test('a schema that fields cannot express is edited as JSON and validated by the service', async () => {
    const { page, wrong } = await open('conditional')
    const field = page.getByRole('textbox', { name: 'Settings', exact: true })
    await field.fill('{"mode": "one", ')
    await page.getByText('Invalid JSON').first().waitFor()
    await field.fill('{"mode": 1}')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(() => wrong.filter((one) => one.includes('400')).length).toBe(2)
    await page.getByRole('alert').first().waitFor()
    wrong.splice(0)
    await field.fill('{"mode": "one"}')
    await saveAll(page)
    expect(await ownOf('conditional')).toEqual({ mode: 'one' })
  })

  test('a value that is no longer offered stays until another one is chosen', async () => {
    const { page } = await open('outdated')
    const one = page.getByRole('combobox', { name: 'One of few' })
    await one.getByText('old').waitFor({ state: 'attached' })
    await page.getByRole('checkbox', { name: 'new' }).press('Space')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Choose one of the options').first().waitFor()
    expect(await ownOf('outdated')).toEqual({ one: 'old', some: ['old'] })
    await one.selectOption('new')
    await page.getByRole('checkbox', { name: 'old' }).press('Space')
    await saveAll(page)
    expect(await ownOf('outdated')).toEqual({ one: 'new', some: ['new'] })
  })

  test('a secret is nowhere in the page once it is saved, and stays set until it is replaced', async () => {
    const { page } = await open('secrets')
    const names = ['Written', 'Password', 'Marked', 'Key within']
    for (const name of names) await page.getByLabel(name, { exact: true }).last().fill(`secret of ${name}`)
    await saveAll(page)
    for (const name of names) await page.getByRole('button', { name: `Replace: ${name}` }).waitFor()
    const values = await page.evaluate<string>(
      "[...document.querySelectorAll('input, textarea')].map(({ value }) => value).join() + JSON.stringify({ ...localStorage })",
    )
    expect(`${await page.content()}${values}`).not.toContain('secret of')
    await page.getByRole('button', { name: 'Replace: Written' }).click()
    await page.getByRole('button', { name: 'Keep current value' }).click()
    await page.getByRole('button', { name: 'Clear: Marked' }).click()
    await saveAll(page)
    expect(await ownOf('secrets')).toEqual({
      written: { set: true },
      password: { set: true },
      group: { key: { set: true } },
    })
  })
})
