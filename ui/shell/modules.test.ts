import { expect, test } from 'vitest'
import { paths } from '../routes.ts'
import { shownAt } from './modules.ts'
import { navItems } from './nav-items.ts'

test.each(navItems)('$href begins with the frame of its page, and with the page', ({ href, name }) => {
  expect(shownAt(href)).toEqual(['administration', name])
})

test.each([
  [paths.messages(), ['messages']],
  [paths.search(), ['messages']],
  [paths.conversation('any;-;+12025550123'), ['messages', 'conversation']],
  [paths.archived(), ['messages']],
  [paths.starred(), ['messages', 'starred']],
  [paths.newMessage(), ['messages', 'newMessage']],
  [paths.plugins('webhook'), ['administration', 'plugins']],
  [paths.settings('people'), ['administration', 'settings']],
  ['/nothing/here', []],
])('%s begins with %j', (path, names) => expect(shownAt(path)).toEqual(names))
