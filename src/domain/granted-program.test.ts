import { expect, test } from 'vitest'
import { formatReplaced } from './granted-program.ts'

const program = '/opt/homebrew/Cellar/node/26.1.0/bin/node'
const granted = { program, inode: 7, node: '26.1.0', at: '2026-01-02T03:04:05.000Z' }
const next = '/opt/homebrew/Cellar/node/26.2.0/bin/node'

test('there is no warning while the program is the same file', () => {
  expect(formatReplaced(granted, { inode: 7 }, { program })).toBeUndefined()
})

test.each([
  ['is not there any more', undefined, next],
  ['was replaced, as an upgrade does', { inode: 8 }, program],
  ['is not what runs now', { inode: 7 }, next],
])('when it %s, the warning names the program to grant access to', (what, present, program) => {
  const said = formatReplaced(granted, present, { program })
  expect(said).toContain(`Node 26.1.0, which could read Messages on 2026-01-02T03:04:05.000Z, ${what}. `)
  expect(said).toContain(`Give Full Disk Access to ${program}`)
})

const signed = { ...granted, requirement: 'identifier "dev.service" and certificate leaf = H"aa"' }

test('a program that is signed by the same key may be replaced as often as one likes', () => {
  const { requirement } = signed
  expect(formatReplaced(signed, { inode: 8 }, { program, requirement })).toBeUndefined()
  expect(formatReplaced(signed, undefined, { program, requirement })).toContain('is not there any more')
  expect(formatReplaced(signed, { inode: 8 }, { program })).toContain('was replaced')
})

test('a program that is signed by another key needs access again, although its file is at the same place', () => {
  const said = formatReplaced(
    signed,
    { inode: 7 },
    { program, requirement: 'identifier "dev.service" and certificate leaf = H"bb"' },
  )
  expect(said).toContain('has a new signature')
  expect(said).toContain(`Give Full Disk Access to ${program}`)
})
