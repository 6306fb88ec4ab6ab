import { expect, test } from 'vitest'
import { isClean } from './balance.ts'
import { runChaos } from './run.ts'

test('whatever goes wrong, each message arrives once and in order, and of each send it is told what became of it', {
  timeout: 180_000,
}, async () => {
  const names = ['kill −9 of everything', 'a full disk', 'a receiver that refuses', 'rubbish in config.json']
  const { said, ordered, balance } = await runChaos({ seed: 'test', rounds: names.length, names })
  expect(said).toBeGreaterThan(50)
  expect(ordered).toBeGreaterThan(0)
  expect(isClean(balance), JSON.stringify(balance)).toBe(true)
})
