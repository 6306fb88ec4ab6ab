/** Tries conditions of rules as users type them. */
import { deepStrictEqual, ok } from 'node:assert'
import { chance, pick, type Random, wholeNumber } from '../../../simulator/random.ts'
import type { Condition } from '../../../src/domain/rules/condition.ts'
import { matcher } from '../../../src/domain/rules/matches.ts'
import { parseConditions } from '../../../src/domain/rules/parse-conditions.ts'
import { writeConditions } from '../../../src/domain/rules/write-conditions.ts'
import { hasCode } from '../../../src/domain/service-error.ts'
import { mutatedText, strangeText } from '../mutate.ts'
import type { Target } from '../run.ts'

const words = [
  'from:Anna',
  'contains:"a b"',
  'exact:yes',
  'group:Hiking',
  'in:group',
  'in:direct',
  'from:+12025550123',
  'AND',
  'OR',
  'NOT',
  'and',
  '(',
  ')',
  '((',
  '))',
  '"',
  '\\"',
  ':',
  'contains:',
  'subject:x',
  'hello',
]

export const ruleConditions: Target = {
  name: 'rules',
  claim: 'a condition is understood and means the same when it is written out, or is refused with a place',
  open: () => ({
    attempt(random) {
      const text = conditionText(random)
      const condition = understood(text)
      if (condition === undefined) return
      deepStrictEqual(parseConditions(writeConditions(condition)), condition)
      ok(typeof matcher(condition)(message) === 'boolean')
    },
  }),
}

function conditionText(random: Random): string {
  const text = Array.from({ length: wholeNumber(random, 1, 12) }, () =>
    chance(random, 0.1) ? strangeText(random) : pick(random, words),
  ).join(chance(random, 0.9) ? ' ' : '')
  return chance(random, 0.3) ? mutatedText(random, text) : text
}

function understood(text: string): Condition | undefined {
  try {
    return parseConditions(text)
  } catch (error) {
    if (hasCode(error, 'invalid_request')) return undefined
    throw error
  }
}

const message = {
  sender: 'Anna',
  handle: '+12025550123',
  text: 'yes, a b',
  isGroup: true,
  category: 'known' as const,
  groupName: 'Hiking',
  chatGuid: 'any;+;chat1',
}
