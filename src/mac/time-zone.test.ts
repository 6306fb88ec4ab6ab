import { symlinkSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { testFolders } from '../store/test-folder.ts'
import { macTimeZone } from './time-zone.ts'

const own = Intl.DateTimeFormat().resolvedOptions().timeZone
const folderOfTest = testFolders(onTestFinished)

test('the zone of the process counts until the Mac is in another one', () => {
  const link = join(folderOfTest(), 'localtime')
  symlinkSync('/var/db/timezone/zoneinfo/Europe/Berlin', link)
  let elapsedMs = 0
  const zone = macTimeZone(link, () => elapsedMs)
  elapsedMs += 60_000
  expect(zone()).toBe(own)
  unlinkSync(link)
  symlinkSync('/var/db/timezone/zoneinfo/America/Argentina/Ushuaia', link)
  elapsedMs += 59_999
  expect(zone()).toBe(own)
  elapsedMs += 1
  expect(zone()).toBe('America/Argentina/Ushuaia')
})

test('without the link the zone of the process counts', () => {
  let elapsedMs = 0
  const zone = macTimeZone(join(folderOfTest(), 'none'), () => elapsedMs)
  elapsedMs += 60_000
  expect(zone()).toBe(own)
})
