import { expect, test } from 'vitest'
import { type EndpointName, endpoints } from '../../src/contract/endpoints.ts'
import { answersOf, hubActions } from '../../src/hub/services/hub-actions.ts'
import { leftToMacs } from '../../src/hub/services/left-to-macs.ts'

const never = undefined as never

test('a hub answers each row of the endpoint table, or says why it leaves it to its Macs', () => {
  const answers = answersOf(
    hubActions(
      { sql: never, aliases: never, keyActivity: never, nowMs: Date.now },
      { macs: never, lines: never, questions: never, readOrders: never },
    ),
  )
  const names = Object.keys(endpoints) as EndpointName[]
  expect(names.filter((name) => answers(name) === Object.hasOwn(leftToMacs, name))).toEqual([])
})
