import { expect, it } from 'vitest'
import { pageSources } from './page.ts'

it('the page is rebuilt when a file changes that it imports from another room, and for no other file', () => {
  const sources = pageSources()
  const imported = ['src/domain/fold-letters.ts', 'src/messages-window/change.ts', 'src/base/json-object.ts']
  const others = ['src/store/journal/open.ts', 'src/domain/lane.ts', 'ui/dist/index.html', 'ui/pages/logs/logs.test.ts']
  expect([imported.filter((file) => !sources.includes(file)), others.filter((file) => sources.includes(file))]).toEqual(
    [[], []],
  )
})
