import { expect, test } from 'vitest'
import { type EndpointName, endpoints } from '../../src/contract/endpoints.ts'
import { openApi } from '../../src/contract/openapi.ts'
import { answersOf, hubActions } from '../../src/hub/services/hub-actions.ts'
import { leftToMacs } from '../../src/hub/services/left-to-macs.ts'

const never = undefined as never

const answers = answersOf(
  hubActions(
    { sql: never, aliases: never, keyActivity: never, nowMs: Date.now },
    {
      macs: never,
      lines: never,
      questions: never,
      readOrders: never,
      healthReport: never,
      journal: never,
      metrics: never,
    },
  ),
)
const names = Object.keys(endpoints) as EndpointName[]

test('a hub answers each row of the endpoint table, or says why it leaves it to its Macs', () => {
  expect(names.filter((name) => answers(name) === Object.hasOwn(leftToMacs, name))).toEqual([])
})

test('what a hub does not answer is not in its OpenAPI document, nor are shapes that nothing else needs', () => {
  const document = openApi('1', answers) as {
    paths: Record<string, Record<string, { operationId: EndpointName }>>
    components: { schemas: object }
  }
  const told = Object.values(document.paths).flatMap((methods) => Object.values(methods).map((one) => one.operationId))
  expect(told.toSorted()).toEqual(names.filter(answers).toSorted())
  const text = JSON.stringify(document)
  const unused = Object.keys(document.components.schemas).filter((name) => !text.includes(`/schemas/${name}"`))
  expect(unused).toEqual([])
})
