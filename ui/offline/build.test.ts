import { expect, test } from 'vitest'
import { isOtherBuild } from './build.ts'

const document = '<head><script type="module" crossorigin src="/app/assets/index-b.js"></script></head>'

test('a document with another script is another build, and anything else is none', () => {
  expect(isOtherBuild(document, '/app/assets/index-a.js')).toBe(true)
  expect(isOtherBuild(document, '/app/assets/index-b.js')).toBe(false)
  expect(isOtherBuild('<h1>Sign in</h1>', '/app/assets/index-a.js')).toBe(false)
  expect(isOtherBuild(document, null)).toBe(false)
})
