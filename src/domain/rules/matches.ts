/** Decides whether a message fulfils conditions. docs/rules.md explains the terms to users. */
import type { Category } from '../../contract/categories.ts'
import type { StoredRule } from '../../contract/rule.ts'
import { foldLetters } from '../fold-letters.ts'
import { handleKind, sameHandle } from '../handles.ts'
import { nameKey } from '../same-name.ts'
import { groupIdentifier } from '../scope.ts'
import type { Condition, Term } from './condition.ts'

/** The properties of a message that a rule is judged by. */
export interface Judged {
  /** The display name, or the handle where there is none. */
  sender: string
  handle: string
  text: string | null
  isGroup: boolean
  groupName: string | null
  chatGuid: string
  category: Category
  /** The name of the line that received the message, on a hub. */
  line?: string | undefined
}

/** An enabled rule with its conditions parsed. */
export interface RuleInForce extends Pick<StoredRule, 'id' | 'name' | 'action' | 'cooldown_s'> {
  isFulfilledBy(message: Judged): boolean
  /** Whether the rule is active at this moment, by its hours and days; `atMs` in Unix milliseconds. */
  isActiveAt(atMs: number): boolean
}

type Matcher = (message: Folded) => boolean

/** Prepares the values once, for any number of messages. */
export function matcher(condition: Condition): (message: Judged) => boolean {
  const matches = matcherOf(condition)
  return (message) => matches(folded(message))
}

interface Folded extends Judged {
  foldedText: string
}

const folded = (message: Judged): Folded => ({ ...message, foldedText: foldLetters(message.text ?? '') })

function matcherOf(condition: Condition): Matcher {
  switch (condition.is) {
    case 'and': {
      const parts = condition.of.map(matcherOf)
      return (message) => parts.every((matches) => matches(message))
    }
    case 'or': {
      const parts = condition.of.map(matcherOf)
      return (message) => parts.some((matches) => matches(message))
    }
    case 'not': {
      const matches = matcherOf(condition.of)
      return (message) => !matches(message)
    }
    default:
      return termMatcher(condition)
  }
}

function termMatcher({ is, value }: Term): Matcher {
  switch (is) {
    case 'from':
      return fromMatcher(value)
    case 'group':
      return groupMatcher(value)
    case 'in':
      return ({ isGroup }) => isGroup === (value === 'group')
    case 'category':
      return ({ category }) => category === value
    case 'line': {
      const sought = nameKey(value)
      return ({ line }) => line !== undefined && nameKey(line) === sought
    }
    case 'contains': {
      const sought = foldLetters(value)
      return ({ foldedText }) => foldedText.includes(sought)
    }
    case 'exact': {
      const sought = foldLetters(value).trim()
      return ({ foldedText }) => foldedText.trim() === sought
    }
  }
}

function fromMatcher(value: string): Matcher {
  const isNamed = nameMatcher(value)
  // An address made of letters is only ever the sender's own label, which is also its display name.
  const isAddress = handleKind(value) !== 'alphanumeric'
  return ({ sender, handle }) => isNamed(sender) || (isAddress && sameHandle(value, handle))
}

function groupMatcher(value: string): Matcher {
  const isNamed = nameMatcher(value)
  const identifier = groupIdentifier(value)
  return ({ isGroup, groupName, chatGuid }) =>
    isGroup && ((groupName !== null && isNamed(groupName)) || groupIdentifier(chatGuid) === identifier)
}

/** Matches the whole name, or adjacent words of it. */
function nameMatcher(value: string): (name: string) => boolean {
  const whole = nameKey(value)
  const words = foldedWords(value)
  return (name) => nameKey(name) === whole || (words.trim() !== '' && foldedWords(name).includes(words))
}

/** Returns the words separated by single spaces, with one at each end, so that ` anna ` is found as a whole word. */
const foldedWords = (text: string): string => ` ${foldLetters(text).match(word)?.join(' ') ?? ''} `

const word = /[\p{L}\p{M}\p{N}]+/gu
