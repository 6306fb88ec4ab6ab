import { expect, it } from 'vitest'
import { hide } from '../span.ts'
import { compilePattern } from './compile-pattern.ts'
import { findPattern } from './find-pattern.ts'

const hideAll = (pattern: string, text: string): string => {
  const made = compilePattern(pattern)
  return 'problem' in made ? expect.fail(made.problem) : hide(text, findPattern(made.nfa, text))
}
const problemOf = (pattern: string): string | undefined => {
  const made = compilePattern(pattern)
  return 'problem' in made ? made.problem : undefined
}

it.each([
  ['order', 'an ORDER came', 'an ••• came'],
  ['#\\d{4}', 'see #1234 and #12', 'see ••• and #12'],
  ['#\\d{2,3}', '#1 #12 #123 #1234', '#1 ••• ••• •••4'],
  ['ab+c?', 'a ab abbb abc', 'a ••• ••• •••'],
  ['(one|two) more', 'One more, two more, three more', '•••, •••, three more'],
  ['(?:a|b){2}', 'ab c ba', '••• c •••'],
  ['[a-c]+x', 'abcX d', '••• d'],
  ['[^a-z ]+', 'abc 12! def', 'abc ••• def'],
  ['[\\d-]+', 'a 1-2 b', 'a ••• b'],
  ['[]x]+', 'a ]x b', 'a ••• b'],
  ['\\bcat\\b', 'cat concat cats', '••• concat cats'],
  ['^hi', 'hi hi', '••• hi'],
  ['hi$', 'hi hi', 'hi •••'],
  ['.+', 'all\nof it', '•••\n•••'],
  ['\\$\\d+', 'costs $5', 'costs •••'],
  ['😀+', 'so 😀😀!', 'so •••!'],
  ['ä', 'Ä ä a', '••• ••• a'],
  ['x*', 'no', 'no'],
  ['\\w+@\\w+', 'mail a@b now', 'mail ••• now'],
  ['', 'anything', 'anything'],
  ['\\S+\\s\\D', 'ab c1', '•••1'],
])('hides %s in “%s”', (pattern, text, shown) => {
  expect(hideAll(pattern, text)).toBe(shown)
})

it.each([
  '(',
  ')',
  '[a',
  'a**',
  '*a',
  'a{',
  'a{3,2}',
  'a{101}',
  'a{x}',
  '\\q',
  '\\',
  '(?=a)',
  '[z-a]',
  '[\\b]',
  '(a{100}){100}',
])('%s is refused with a reason and a position', (pattern) => {
  expect(problemOf(pattern)).toMatch(/^[^\n]+ \(at character \d+\)$/)
})

/** Counts how often characters are tested; a measured time would not carry over to other machines. */
function looks(pattern: string, text: string): number {
  const made = compilePattern(pattern)
  if ('problem' in made) return expect.fail(made.problem)
  let count = 0
  const counting = made.nfa.map((step) => {
    if (!('reads' in step)) return step
    const reads = (character: string): boolean => {
      count++
      return step.reads(character)
    }
    return { ...step, reads }
  })
  findPattern(counting, text)
  return count
}

it.each(['(a+)+b', '(a|a)*b', '(a|aa)+$', '(.*)*x', 'a.*b|a', '(a?){50}a{50}'])(
  '%s takes at most twice the steps for twice the text',
  (pattern) => {
    const short = looks(pattern, 'a'.repeat(1_000))
    const long = looks(pattern, 'a'.repeat(2_000))
    expect(long).toBeLessThan(short * 2.2)
  },
)
