import { mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { temporaryMac } from '../../simulator/temporary-mac.ts'
import { findPrograms } from './programs.ts'

function macFolders() {
  const mac = temporaryMac()
  onTestFinished(mac.close)
  const other = join(mac.home, 'other')
  mkdirSync(other)
  return { bin: mac.bin, other }
}

it('finds the programs of a Mac through PATH', () => {
  const { bin } = macFolders()
  expect(findPrograms(bin)).toEqual({
    launchctl: join(bin, 'launchctl'),
    sw_vers: join(bin, 'sw_vers'),
    sips: join(bin, 'sips'),
    afconvert: join(bin, 'afconvert'),
    osascript: join(bin, 'osascript'),
    osacompile: join(bin, 'osacompile'),
    open: join(bin, 'open'),
    codesign: join(bin, 'codesign'),
    security: join(bin, 'security'),
  })
})

it('uses the first match, and skips files that are not executable and folders', () => {
  const { bin, other } = macFolders()
  writeFileSync(join(other, 'sips'), '', { mode: 0o600 })
  mkdirSync(join(other, 'ffmpeg'))
  expect(findPrograms([other, bin].join(delimiter))).toMatchObject({ sips: join(bin, 'sips') })
  expect(findPrograms(other)).toEqual({})
})

it('ignores relative and empty entries of PATH', () => {
  expect(findPrograms(['', '.', 'bin'].join(delimiter))).toEqual({})
})
