import { expect, it } from 'vitest'
import { escapeMarkup, unescapeMarkup } from './markup.ts'

it('leaves no character with which text could leave an element or an attribute', () => {
  expect(escapeMarkup(`<a href="'">&`)).toBe('&lt;a href=&quot;&#39;&quot;&gt;&amp;')
})

it.each(['plain', `/Users/o'brien/"x"/a&b`, '&amp;lt;', '&#39;'])('reads %j back', (text) => {
  expect(unescapeMarkup(escapeMarkup(text))).toBe(text)
})
