import { expect, it } from 'vitest'
import { type ContentFilter, contentFilter, type FilterSettings } from './content-filter.ts'
import { personalData } from './personal-data.ts'

function filter(settings: Partial<FilterSettings>): ContentFilter['apply'] {
  const made = contentFilter({ words: [], patterns: [], personal_data: [], ...settings })
  return 'problem' in made ? expect.fail(made.problem) : made.apply
}

it.each([
  ['a word', 'the SECRET is out', 'the ••• is out'],
  ['no part of a word', 'secretary', 'secretary'],
  ['a word between marks', '“secret”, secret!', '“•••”, •••!'],
  ['a phrase over any blanks', 'Project  X starts', '••• starts'],
  ['any ending', 'darn darned darning', '••• ••• •••'],
  ['a word of letters and marks', 'C++ (c++)', '••• (•••)'],
  ['words of a script without blanks', '这是机密文件', '这是•••文件'],
  ['another alphabet', 'это Секрет.', 'это •••.'],
  ['nothing where there is nothing', '', ''],
])('hides %s', (_what, text, shown) => {
  const hide = filter({ words: ['secret', 'project x', 'darn*', 'c++', '机密', 'секрет', '*', ' '] })
  expect(hide(text)).toBe(shown)
})

it.each([
  ['+1 (202) 555-0123', '•••'],
  ['call 0171 2345678 now', 'call ••• now'],
  ['+49 171 2345678, or 202-555-0145', '•••, or •••'],
  ['on 2026-01-02 at 12:30', 'on 2026-01-02 at 12:30'],
  ['on 02.01.2026', 'on 02.01.2026'],
  ['it costs 1200 or 12,50', 'it costs 1200 or 12,50'],
  ['mail Anna.B+x@mail.example.org!', 'mail •••!'],
  ['an @mention and a@b', 'an @mention and a@b'],
  ['card 4111 1111 1111 1111.', 'card •••.'],
  ['no card 4111 1111 1111 1112', 'no card 4111 1111 1111 1112'],
  ['DE89 3704 0044 0532 0130 00 is an account', '••• is an account'],
  ['gb82west12345698765432', '•••'],
  ['DE88370400440532013000 is none', 'DE88370400440532013000 is none'],
])('hides the personal data in “%s”', (text, shown) => {
  const isNumber = text.startsWith('no card')
  const kinds = isNumber ? personalData.filter((kind) => kind !== 'phone') : personalData
  expect(filter({ personal_data: kinds })(text)).toBe(shown)
})

it('only the requested kinds of personal data are hidden', () => {
  const text = 'a@b.example +12025550123'
  expect(filter({ personal_data: ['email'] })(text)).toBe('••• +12025550123')
  expect(filter({ personal_data: ['phone'] })(text)).toBe('a@b.example •••')
})

it('overlapping matches are hidden as one', () => {
  expect(filter({ words: ['my secret'], patterns: ['secret \\d+'] })('it is my secret 123.')).toBe('it is •••.')
})

it('the problem with a pattern that cannot be read names its position', () => {
  expect(contentFilter({ words: [], patterns: ['fine', 'a(b'], personal_data: [] })).toEqual({
    problem: 'the pattern “a(b” cannot be read: “)” is missing (at character 4)',
  })
})

it('the patterns together are limited in length', () => {
  const patterns = Array.from({ length: 30 }, () => '[a-z]{80}')
  expect(contentFilter({ words: [], patterns, personal_data: [] })).toHaveProperty('problem')
})
