import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createMac } from './create.ts'
import { type Mac, openMac } from './mac.ts'
import { macosVersions } from './schema/macos-version.ts'
import { shapeOf } from './schema/shape.ts'
import { temporaryMac } from './temporary-mac.ts'

const contentOf = (mac: Mac) => ({
  shape: shapeOf(mac.messages.db),
  stores: mac.contacts.accounts.length,
  self: mac.self,
  macos: mac.macos,
})

it.each(macosVersions)('an empty Mac with macOS %i is the same whether it is the first in a test or not', (macos) => {
  const home = mkdtempSync(join(tmpdir(), 'created-'))
  createMac(home, { macos, messages: 0, chats: 0 })
  const created = openMac(home)
  using first = temporaryMac({ macos })
  using second = temporaryMac({ macos })
  expect([contentOf(first), contentOf(second)]).toEqual([contentOf(created), contentOf(created)])
  first.messages.receive({ from: '+12025550123', text: 'Hello' })
  expect(second.rows('SELECT 1 FROM message')).toEqual([])
  created.close()
  rmSync(home, { recursive: true })
})
