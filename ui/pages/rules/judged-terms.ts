/** For each term of conditions, whether a message fulfils it. */
import type { Condition, Term } from '../../../src/domain/rules/condition.ts'
import { type Judged, matcher } from '../../../src/domain/rules/matches.ts'
import { parseConditions } from '../../../src/domain/rules/parse-conditions.ts'
import { writeConditions } from '../../../src/domain/rules/write-conditions.ts'

/** A message to oneself alone, from whom it says. */
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
