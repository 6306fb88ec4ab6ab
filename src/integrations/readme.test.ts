import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { IntegrationClass } from '../plugin-api/index.ts'

const here = import.meta.dirname
const folders = readdirSync(here).filter((name) => existsSync(join(here, name, 'index.ts')))

/** Reads the table whose first column is "setting": the first two cells of each row that begins with a `name`. */
function settingsTable(readme: string): Record<string, string> {
  const table = /^\| setting [\s\S]*?(?=\n\n|$(?![\s\S]))/m.exec(readme)?.[0] ?? ''
  const rows = [...table.matchAll(/^\| `(\w+)` +\| *(.*?) *\|/gm)]
  return Object.fromEntries(rows.map(([, name = '', value = '']) => [name, value.replaceAll('`', '')]))
}

const isEmpty = (value: unknown): boolean =>
  value === '' || value === null || (typeof value === 'object' && Object.keys(value).length === 0)

/** Each integration has its own word for an empty setting: `none`, `all`. */
function shown(property: object): unknown {
  if (!('default' in property)) return '–'
  const value = property.default
  if (isEmpty(value)) return expect.stringMatching(/^[a-z]+$/)
  return Array.isArray(value) ? value.join(', ') : String(value)
}

it.each(folders)('the README of %s lists every setting with its default', async (folder) => {
  const { default: plugin } = (await import(`./${folder}/index.ts`)) as { default: IntegrationClass }
  const properties = (plugin.SETTINGS_SCHEMA.properties ?? {}) as Record<string, object>
  const expected = Object.entries(properties).map(([name, property]) => [name, shown(property)])
  expect(settingsTable(readFileSync(join(here, folder, 'README.md'), 'utf8'))).toEqual(Object.fromEntries(expected))
})
