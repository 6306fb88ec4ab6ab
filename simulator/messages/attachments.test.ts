import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { expandHome } from '../paths.ts'
import { temporaryMac } from '../temporary-mac.ts'

const friend = '+12025550177'
const photo = { name: 'IMG_1.HEIC', bytes: Buffer.from('picture'), mime: 'image/heic', uti: 'public.heic' }
const selected = 'SELECT filename, transfer_state FROM attachment'

it.each([
  ['waiting', 0],
  ['transferring', 3],
  ['failed', 6],
] as const)('a file that is %s has state %i, no name on disk and no bytes', (state, transfer_state) => {
  using mac = temporaryMac()
  mac.messages.receive({ from: friend, files: [{ ...photo, state }] })
  expect(mac.row(selected)).toEqual({ filename: null, transfer_state })
})

it('the film of a Live Photo is stored beside the picture and has no row', () => {
  using mac = temporaryMac()
  mac.messages.receive({ from: friend, files: [{ ...photo, film: Buffer.from('film') }] })
  const path = expandHome(mac.home, String(mac.row(selected)?.filename))
  expect([path, path.replace('.HEIC', '.MOV')].map((each) => existsSync(each))).toEqual([true, true])
  expect(mac.rows(selected)).toHaveLength(1)
})

it('a row can name a path elsewhere, where nothing is written', () => {
  using mac = temporaryMac()
  const storedAs = '/var/folders/zz/T/TemporaryItems/IMG_1.HEIC'
  mac.messages.send({ to: friend, files: [{ ...photo, storedAs }] })
  expect(mac.row(selected)).toEqual({ filename: storedAs, transfer_state: 5 })
  expect(existsSync(storedAs)).toBe(false)
})
