/** Finds what may go wrong with a valid rule: loops, and replies to more people than intended. */
import type { Static } from '@sinclair/typebox'
import type { NewRule, Rule, RuleAction } from '../../../src/contract/rule.ts'
import type { Condition } from '../../../src/domain/rules/condition.ts'
import { matcher } from '../../../src/domain/rules/matches.ts'
import { parseConditions } from '../../../src/domain/rules/parse-conditions.ts'

type Written = Pick<Static<typeof NewRule>, 'conditions' | 'action'>
export type Warning = { is: 'answers_itself' } | { is: 'answers_everyone' } | { is: 'answers_each_other'; name: string }

/** `others` excludes the rule itself; conditions that cannot be parsed get an error and no warnings. */
export function warningsOf(rule: Written, others: readonly Rule[]): Warning[] {
  if (!answersByItself(rule.action)) return []
  const condition = understood(rule.conditions)
  if (condition === undefined) return []
  const warnings: Warning[] = []
  if (fitsText(condition, rule.action.body)) warnings.push({ is: 'answers_itself' })
  if (!restrictsSender(condition)) warnings.push({ is: 'answers_everyone' })
  for (const other of others)
    if (answerEachOther({ condition, rule }, other)) warnings.push({ is: 'answers_each_other', name: other.name })
  return warnings
}

/** A reply that waits for its owner floods nobody. */
const answersByItself = (action: RuleAction): action is Extract<RuleAction, { type: 'auto_reply' }> =>
  action.type === 'auto_reply' && action.then !== 'hold'

function understood(text: string): Condition | undefined {
  try {
    return parseConditions(text)
  } catch {
    return undefined
  }
}

/** Whether a message with this text could match, whoever sends it: the rule would reply if its own text came back. */
function fitsText(condition: Condition, text: string): boolean {
  return matcher(onlyText(condition))({
    sender: '',
    handle: '',
    text,
    isGroup: false,
    groupName: null,
    chatGuid: '',
    category: 'known',
  })
}

const always: Condition = { is: 'contains', value: '' }
const never: Condition = { is: 'not', of: always }

/**
 * Removes the terms about people: within `and` they count as true; within `or`, or standing by themselves, they count
 * as false.
 */
function onlyText(condition: Condition, person: Condition = never): Condition {
  switch (condition.is) {
    case 'and':
      return { ...condition, of: condition.of.map((part) => onlyText(part, always)) }
    case 'or':
      return { ...condition, of: condition.of.map((part) => onlyText(part, never)) }
    case 'not':
      return isAboutPeople(condition.of) ? person : { ...condition, of: onlyText(condition.of, never) }
    default:
      return isAboutPeople(condition) ? person : condition
  }
}

const isAboutPeople = ({ is }: Condition): boolean =>
  is === 'from' || is === 'group' || is === 'in' || is === 'category' || is === 'line'

function restrictsSender(condition: Condition): boolean {
  if (condition.is === 'from' || condition.is === 'group') return true
  if (condition.is === 'and') return condition.of.some(restrictsSender)
  if (condition.is === 'or') return condition.of.every(restrictsSender)
  return false
}

function answerEachOther(one: { condition: Condition; rule: Written }, other: Rule): boolean {
  if (!other.enabled || !answersByItself(other.action) || !answersByItself(one.rule.action)) return false
  const condition = understood(other.conditions)
  return (
    condition !== undefined && fitsText(condition, one.rule.action.body) && fitsText(one.condition, other.action.body)
  )
}
