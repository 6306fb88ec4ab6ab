/**
 * Recognises the statements that clients filter messages with. The original runs them as SQL; here each is read as one
 * condition of our own, and what is not recognised is refused.
 */
import { isObject } from '../../base/json-object.ts'
import { badRequest } from './envelope.ts'

export interface Conditions {
  after_rowid?: number
  before_rowid?: number
  conversation?: string
  from_me?: boolean
  handle?: string
  guids?: string[]
  /** GUIDs of messages that reactions are about. */
  about?: string[]
  reactions?: 'without' | 'only'
  /** Words that the text contains. */
  contains?: string
  /** The text as a whole. */
  equals?: string
}

type Reader = (argument: unknown) => Conditions

const numberFrom = (argument: unknown): number => {
  const number = Number(argument)
  if (argument === null || argument === undefined || !Number.isSafeInteger(number)) throw unfit()
  return number
}
const textFrom = (argument: unknown): string => {
  if (typeof argument !== 'string' || argument === '') throw unfit()
  return argument
}
const textsFrom = (argument: unknown): string[] => (Array.isArray(argument) ? argument : [argument]).map(textFrom)

/** A reaction names the part of the message that it is about: `p:0/` or `bp:` stands before the GUID. */
const withoutPart = (guid: string): string => guid.replace(/^(p:\d+\/|bp:)/, '')
const aboutThese = (argument: unknown): Conditions => ({
  about: textsFrom(argument).map((guid) => withoutPart(guid.replaceAll('%', ''))),
  reactions: 'only',
})

/** ROWIDs begin with 1, and our own filter takes no end below it. */
const before = (rowid: number): Conditions => ({ before_rowid: Math.max(1, rowid) })
const after = (rowid: number): Conditions => ({ after_rowid: Math.max(0, rowid) })

/** Statements without their argument, in lower case. */
const readers: Readonly<Record<string, Reader>> = {
  'message.rowid > ?': (argument) => after(numberFrom(argument)),
  'message.rowid >= ?': (argument) => after(numberFrom(argument) - 1),
  'message.rowid < ?': (argument) => before(numberFrom(argument)),
  'message.rowid <= ?': (argument) => before(numberFrom(argument) + 1),
  'message.text like ? collate nocase': (argument) => containing(textFrom(argument)),
  'message.text like ?': (argument) => containing(textFrom(argument)),
  'message.text = ?': (argument) => ({ equals: textFrom(argument) }),
  'message.associated_message_guid is null': () => ({ reactions: 'without' }),
  'message.associated_message_guid is not null': () => ({ reactions: 'only' }),
  'message.associated_message_guid = ?': aboutThese,
  'message.associated_message_guid like ?': aboutThese,
  'message.associated_message_guid in ?': aboutThese,
  'chat.guid = ?': (argument) => ({ conversation: textFrom(argument) }),
  'message.is_from_me = ?': (argument) => ({ from_me: isTrue(argument) }),
  'handle.id = ?': (argument) => ({ handle: textFrom(argument) }),
  'message.guid = ?': (argument) => ({ guids: [textFrom(argument)] }),
  'message.guid in ?': (argument) => ({ guids: textsFrom(argument) }),
}

/** A pattern without words fits every text. */
function containing(pattern: string): Conditions {
  const words = wordsIn(pattern)
  return words === '' ? {} : { contains: words }
}

/** `%` stands for anything, and our search finds words wherever they are. */
const wordsIn = (pattern: string): string => pattern.replaceAll(/[%_]/g, ' ').replaceAll(/\s+/g, ' ').trim()

const isTrue = (argument: unknown): boolean => [true, 1, '1', 'true'].includes(argument as string)

const parameter = /:(?:\.\.\.)?(\w+)/
const literal = /= ?([01])$/

/** Throws the answer 400 for a statement that is not among those known. */
export function conditionsOf(where: unknown): Conditions {
  if (where === undefined || where === null) return {}
  if (!Array.isArray(where)) throw badRequest('The where must be an array.')
  return where.map(conditionOf).reduce<Conditions>(both, {})
}

function conditionOf(entry: unknown, index: number): Conditions {
  const { statement, args } = isObject(entry) ? entry : {}
  if (typeof statement !== 'string' || statement === '')
    throw badRequest(`The where.${index}.statement field is required.`)
  const plain = statement.replaceAll(/[`"]/g, '').replaceAll(/\s+/g, ' ').trim()
  const name = parameter.exec(plain)?.[1]
  const digit = literal.exec(plain)?.[1]
  const form = plain
    .replace(parameter, '?')
    .replace(literal, '= ?')
    .replace(/\( ?\? ?\)/, '?')
    .replace(/ ?(>=|<=|>|<|=) ?/, ' $1 ')
    .toLowerCase()
  const reader = Object.hasOwn(readers, form) ? readers[form] : undefined
  if (reader === undefined)
    throw badRequest(
      `The where.${index}.statement is not among those that this server knows: ${Object.keys(readers).join('; ')}`,
    )
  const argument = name === undefined ? digit : isObject(args) ? args[name] : undefined
  try {
    return reader(argument)
  } catch (error) {
    if (error === unfitArgument) throw badRequest(`The where.${index}.args do not fit the statement.`)
    throw error
  }
}

const unfitArgument = new Error('the argument of a statement does not fit')
const unfit = (): Error => unfitArgument

/** Joins two conditions; of two bounds the narrower one holds. */
function both(one: Conditions, other: Conditions): Conditions {
  const least = (a: number | undefined, b: number | undefined) =>
    a === undefined ? b : b === undefined ? a : Math.min(a, b)
  const most = (a: number | undefined, b: number | undefined) =>
    a === undefined ? b : b === undefined ? a : Math.max(a, b)
  const guids = one.guids && other.guids ? one.guids.filter((guid) => other.guids?.includes(guid)) : undefined
  const joined = {
    ...one,
    ...other,
    after_rowid: most(one.after_rowid, other.after_rowid),
    before_rowid: least(one.before_rowid, other.before_rowid),
    ...(guids && { guids }),
  }
  return Object.fromEntries(Object.entries(joined).filter(([, value]) => value !== undefined))
}
