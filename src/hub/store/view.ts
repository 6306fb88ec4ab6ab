/**
 * Describes the part of the hub's messages that exists for a caller, as conditions that every query about them
 * contains.
 */
import { conversationWord, lineWord, quoted } from './words.ts'

export interface HubView {
  /** Undefined if all lines are in the view. */
  lines: readonly number[] | undefined
  /** The ids of its conversations; undefined if all but those of `except` are in it. */
  only: readonly number[] | undefined
  except: readonly number[]
  /** Unix milliseconds; null if the view has messages of any time. */
  sinceMs: number | null
}

export const everyMessage: HubView = { lines: undefined, only: undefined, except: [], sinceMs: null }

/** Returns the same view within one line. */
export const withinLine = (view: HubView, line: number): HubView => ({
  ...view,
  lines: view.lines === undefined || view.lines.includes(line) ? [line] : [],
})

/** Returns a further condition on the table `conversation`, which is called `name`. */
export const conversationIn = (view: HubView, name: string): string => within(view, name, { id: 'id', ms: 'last_ms' })

/** Returns a further condition on the table `message`, which is called `name`. */
export const messageIn = (view: HubView, name: string): string =>
  within(view, name, { id: 'conversation', ms: 'sent_ms' })

/** `id` and `ms` are the columns of the conversation and of the time. */
const within = ({ lines, only, except, sinceMs }: HubView, name: string, { id, ms }: { id: string; ms: string }) =>
  [
    lines === undefined ? '' : ` AND ${name}.line = ANY(${numbers(lines, 'int')})`,
    only === undefined ? '' : ` AND ${name}.${id} = ANY(${numbers(only, 'bigint')})`,
    except.length === 0 ? '' : ` AND ${name}.${id} <> ALL(${numbers(except, 'bigint')})`,
    sinceMs === null ? '' : ` AND ${name}.${ms} >= ${sinceMs}`,
  ].join('')

/** Returns the view as expressions of a search, all of which must match; undefined if nothing is in the view. */
export function wordsIn({ lines, only, except }: HubView): string[] | undefined {
  if (lines?.length === 0 || only?.length === 0) return undefined
  const anyOf = (words: readonly string[]) => `(${words.map(quoted).join(' | ')})`
  return [
    ...(lines === undefined ? [] : [anyOf(lines.map(lineWord))]),
    ...(only === undefined ? [] : [anyOf(only.map(conversationWord))]),
    ...(except.length === 0 ? [] : [`!${anyOf(except.map(conversationWord))}`]),
  ]
}

/** The ids come from our own tables, so they need no quoting. */
const numbers = (ids: readonly number[], type: 'int' | 'bigint'): string => `'{${ids.join(',')}}'::${type}[]`
