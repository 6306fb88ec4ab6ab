import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { formulaOf } from './formula.ts'

const formula = readFileSync(fileURLToPath(new URL('./local-messaging-relay.rb', import.meta.url)), 'utf8')
const hasRuby = spawnSync('ruby', ['--version']).status === 0
const next = { name: 'local-messaging-relay', version: '1.2.3', sha256: 'a'.repeat(64) }

test('a release changes its address and its checksum, and nothing else', () => {
  const changed = formulaOf(formula, next).split('\n')
  const differing = changed.filter((line, index) => line !== formula.split('\n')[index])
  expect(differing).toEqual([
    '  url "https://registry.npmjs.org/local-messaging-relay/-/local-messaging-relay-1.2.3.tgz"',
    `  sha256 "${next.sha256}"`,
  ])
  expect(() => formulaOf('class X < Formula', next)).toThrow('no url')
})

test.skipIf(!hasRuby)('the formula is valid Ruby', () => {
  const { stdout, stderr } = spawnSync('ruby', ['-c'], { input: formula, encoding: 'utf8' })
  expect([stdout, stderr]).toEqual(['Syntax OK\n', ''])
})
