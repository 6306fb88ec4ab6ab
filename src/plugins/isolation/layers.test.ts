import { expect, it } from 'vitest'
import { layersAround } from './layers.ts'
import { hasNetworkPermission } from './permission-flags.ts'

const missingOf = (missing: string | null, hasEgressSocket: boolean) =>
  layersAround({ missing }, hasEgressSocket).flatMap(({ layer, held, reason }) => (held ? [] : [`${layer}: ${reason}`]))

it('with an OS sandbox every layer holds', () => {
  expect(missingOf(null, true)).toEqual([])
})

it('without an OS sandbox the record names what is missing and why', () => {
  expect(missingOf('bubblewrap is not installed', true)).toEqual([
    'os_sandbox: bubblewrap is not installed',
    'egress: without a sandbox it can go around the list of its hosts',
  ])
})

it.runIf(hasNetworkPermission)('Node itself cuts off a plugin without network access', () => {
  expect(missingOf('bubblewrap is not installed', false)).toEqual(['os_sandbox: bubblewrap is not installed'])
})
