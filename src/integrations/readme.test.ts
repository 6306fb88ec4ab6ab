import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { IntegrationClass } from '../plugin-api/index.ts'
import Webhook from './webhook/index.ts'

const settingsOf = ({ SETTINGS_SCHEMA }: Pick<IntegrationClass, 'SETTINGS_SCHEMA'>) =>
  Object.keys(SETTINGS_SCHEMA.properties as object)

it.each([['webhook', settingsOf(Webhook)]])('the table of %s names every setting, and no other', (name, settings) => {
  const readme = readFileSync(join(import.meta.dirname, name, 'README.md'), 'utf8')
  const table = /^\| setting .*\n(?:\|.*\n)+/m.exec(readme)?.[0] ?? ''
  const named = [...table.matchAll(/^\| `(\w+)`/gm)].map(([, setting]) => setting)
  expect(named).toEqual(settings)
})
