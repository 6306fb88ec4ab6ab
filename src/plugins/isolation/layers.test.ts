import { expect, it } from 'vitest'
import { layersAround } from './layers.ts'

const missingOf = (missing: string | null, hasDoor: boolean) =>
  layersAround({ missing }, hasDoor).flatMap(({ layer, held, reason }) => (held ? [] : [`${layer}: ${reason}`]))

it('with a sandbox of the system every layer is there', () => {
  expect(missingOf(null, true)).toEqual([])
})

it('without one the record says what is missing and why', () => {
  expect(missingOf('bubblewrap is not installed', true)).toEqual([
    'os_sandbox: bubblewrap is not installed',
    'egress: without a sandbox it can go around the list of its hosts',
  ])
})

it('a plugin that goes nowhere is cut off by Node itself', () => {
  expect(missingOf('bubblewrap is not installed', false)).toEqual(['os_sandbox: bubblewrap is not installed'])
})
