/** Whether a message fulfils conditions. What the words mean is written for people in docs/rules.md. */
import type { Category } from '../../contract/categories.ts'
import { handleKind, sameHandle } from '../handles.ts'
import { groupIdentifier } from '../scope.ts'
import type { Condition, Term } from './condition.ts'
import { fold, foldedWords } from './fold.ts'

/** What a rule is judged by. */
export interface Judged {
  /** Display name, or the handle where there is none. */
  sender: string
  handle: string
  text: string | null
  isGroup: boolean
  groupName: string | null
  chatGuid: string
  category: Category
}

type Matcher = (message: Folded) => boolean

/** Values are prepared once, for however many messages. */
export function matcher(condition: Condition): (message: Judged) => boolean {
  const matches = matcherOf(condition)
  return (message) => matches(folded(message))
}

interface Folded extends Judged {
  foldedText: string
}

const folded = (message: Judged): Folded => ({ ...message, foldedText: fold(message.text ?? '') })

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
    case 'contains': {
      const sought = fold(value)
      return ({ foldedText }) => foldedText.includes(sought)
    }
    case 'exact': {
      const sought = fold(value).trim()
      return ({ foldedText }) => foldedText.trim() === sought
    }
  }
}

function fromMatcher(value: string): Matcher {
  const isNamed = nameMatcher(value)
  // A name as an address would only ever be the sender's own label, which is its display name, too.
  const isAddress = handleKind(value) !== 'alphanumeric'
  return ({ sender, handle }) => isNamed(sender) || (isAddress && sameHandle(value, handle))
}

function groupMatcher(value: string): Matcher {
  const isNamed = nameMatcher(value)
  const identifier = groupIdentifier(value)
  return ({ isGroup, groupName, chatGuid }) =>
    isGroup && ((groupName !== null && isNamed(groupName)) || groupIdentifier(chatGuid) === identifier)
}

/** The whole name, or words of it that stand side by side. */
function nameMatcher(value: string): (name: string) => boolean {
  const whole = fold(value).trim()
  const words = foldedWords(value)
  return (name) => fold(name).trim() === whole || (words.trim() !== '' && foldedWords(name).includes(words))
}
