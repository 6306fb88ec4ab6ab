import { expect, it } from 'vitest'
import type { SearchResult } from '../../contract/search.ts'
import { queryOf, resultLine } from './search.ts'

it.each([
  [{ words: ['see', 'you'] }, 'see you'],
  [{ words: ['"see you"', 'has:image'], from: 'Anna Keller' }, 'from:"Anna Keller" "see you" has:image'],
  [{ words: ['tea', 'OR', 'cake'], in: 'The "lake" trip' }, 'in:"The lake trip" tea OR cake'],
  [{ words: [], from: 'me' }, 'from:"me"'],
])('%j becomes the query %j', (wanted, query) => {
  expect(queryOf(wanted)).toBe(query)
})

function found({ sender = 'Anna', conversation = 'Anna', snippet = 'the boat leaves', start = 4, length = 4 } = {}) {
  const message = { ts: new Date(2026, 5, 1, 17, 20, 31).toISOString(), sender }
  return { message, conversation_name: conversation, snippet, ranges: [{ start, length }] } as unknown as SearchResult
}

it('a line shows the time, the sender, and the conversation unless it is with the sender only', () => {
  expect(resultLine(found(), false)).toBe('2026-06-01 17:20  Anna: the boat leaves')
  expect(resultLine(found({ conversation: 'Lake trip' }), false)).toContain('Anna in Lake trip: the boat')
  expect(resultLine(found({ sender: 'Me' }), false)).toContain('Me in Anna: ')
})

it('highlights the match, and prints nothing that would control the terminal', () => {
  expect(resultLine(found(), true)).toContain('the \u001b[1mboat\u001b[22m leaves')
  const hostile = found({ sender: 'An\u001b]0;x\u0007na', snippet: 'a\u001b[2Jb\nc\u202ed', start: 5, length: 1 })
  expect(resultLine(hostile, false)).not.toMatch(/[\p{Cc}\u202e]/u)
})
