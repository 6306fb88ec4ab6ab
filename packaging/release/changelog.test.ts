import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { notesOf } from './changelog.ts'

const changelog =
  '# Changelog\n\n## Unreleased\n\n- Not yet.\n\n## 1.2.0 – 2026-12-01\n\n- A thing.\n- Another.\n\n## 1.1.0\n\n- Old.\n'

test('the notes of a release are its part of the changelog, and nothing else', () => {
  expect(notesOf(changelog, { tag: 'v1.2.0', version: '1.2.0' })).toBe('- A thing.\n- Another.\n')
})

test.each([
  ['a tag that names another version', { tag: 'v1.3.0', version: '1.2.0' }, 'package.json has version 1.2.0'],
  ['a tag without its v', { tag: '1.2.0', version: '1.2.0' }, 'package.json has version 1.2.0'],
  ['a version that only begins another', { tag: 'v1.2', version: '1.2' }, 'nothing under 1.2'],
  ['a version without notes', { tag: 'v1.4.0', version: '1.4.0' }, 'nothing under 1.4.0'],
])('%s is refused', (_, release, reason) => expect(() => notesOf(changelog, release)).toThrow(reason))

test('the changelog of this project has parts of that form', () => {
  const text = readFileSync(new URL('../../CHANGELOG.md', import.meta.url), 'utf8')
  const released = text.replace('## Unreleased', '## 9.9.9 – 2030-01-01')
  expect(notesOf(released, { tag: 'v9.9.9', version: '9.9.9' })).toMatch(/^- /)
})
