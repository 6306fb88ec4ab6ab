import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { temporaryMac } from '../../simulator/temporary-mac.ts'
import { hasValues, isValues } from '../domain/search/facets.ts'
import { searchOver } from './test-search.ts'

const page = readFileSync(fileURLToPath(new URL('../../docs/search.md', import.meta.url)), 'utf8')
const rows = [...page.matchAll(/^\| (`.*)$/gm)].map(([, row]) => row ?? '')
/** The examples of the first column, and those that the text gives as equivalent. */
const examples = [...rows.map((row) => row.split('`')[1] ?? ''), '-from:me', '-has:link', 'note: cake']
const anna = '+12025550123'

it('every example of docs/search.md finds something and excludes something', async () => {
  using mac = temporaryMac({ macos: 26 })
  const { messages, contacts } = mac
  contacts.onMyMac.add({ firstName: 'Anna', lastName: 'Bell', phones: [anna] })
  const group = messages.createGroup({ members: [anna, 'ben@example.com'], name: 'Lake Trip' })
  const atMs = new Date(2024, 4, 2, 12).getTime()
  messages.receive({ from: anna, text: 'Cake tomorrow at the station? Note: see you', atMs })
  messages.send({
    to: anna,
    text: 'chocolate cake and tea 🎂, https://example.com',
    atMs: new Date(2024, 0, 1).getTime(),
  })
  const photo = { name: 'boat.jpg', mime: 'image/jpeg', bytes: Buffer.from('x') }
  messages.receive({ from: 'ben@example.com', chat: group.guid, files: [photo] })
  messages.receive({ from: 'ben@example.com', text: '明日東京タワーで' })
  messages.receive({ from: 'ben@example.com', text: '내일 학교에서' })
  await using search = searchOver(mac.home)
  search.start()
  await search.built()
  const everything = await search.texts('is:sent OR is:received')
  expect(everything).toHaveLength(5)
  for (const example of examples) {
    const found = await search.texts(example)
    expect([example, found.length > 0 && found.length < everything.length]).toEqual([example, true])
  }
})

it('docs/search.md names every value of has: and is:', () => {
  const named = (operator: string) =>
    [...(rows.find((row) => row.startsWith(`\`${operator}:`))?.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(
      ([, it]) => it,
    )
  const aliases = ['photo', 'voice']
  expect(named('has').toSorted()).toEqual(
    Object.keys(hasValues)
      .filter((value) => !aliases.includes(value))
      .toSorted(),
  )
  expect(named('is').toSorted()).toEqual(Object.keys(isValues).toSorted())
})
