/** Evaluates each term of the conditions for a message. */
import type { Condition, Term } from '../../../src/domain/rules/condition.ts'
import { type Judged, matcher } from '../../../src/domain/rules/matches.ts'
import { parseConditions } from '../../../src/domain/rules/parse-conditions.ts'
import { writeConditions } from '../../../src/domain/rules/write-conditions.ts'

/** Treats the message as one outside of groups, from the given sender. */
export function judgedTerms(conditions: string, { sender, text }: Pick<Judged, 'sender' | 'text'>) {
  const condition = parseConditions(conditions)
  const message: Judged = {
    sender,
    handle: sender,
    text,
    isGroup: false,
    groupName: null,
    chatGuid: '',
    category: 'known',
  }
  const byText = new Map(termsOf(condition).map((term) => [writeConditions(term), matcher(term)(message)]))
  return { fits: matcher(condition)(message), terms: [...byText].map(([term, isTrue]) => ({ term, isTrue })) }
}

function termsOf(condition: Condition): Term[] {
  switch (condition.is) {
    case 'and':
    case 'or':
      return condition.of.flatMap(termsOf)
    case 'not':
      return termsOf(condition.of)
    default:
      return [condition]
  }
}
