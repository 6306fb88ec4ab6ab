/** Says which part of the hub's messages exists for somebody, as conditions that every question about them carries. */
import { conversationWord, lineWord, quoted } from './words.ts'

export interface HubView {
  /** Undefined where all lines are in it. */
  lines: readonly number[] | undefined
  /** Ids of its conversations; undefined where all are in it but those of `except`. */
  only: readonly number[] | undefined
  except: readonly number[]
  /** Unix milliseconds; null where messages of any time are in it. */
  sinceMs: number | null
}

export const everyMessage: HubView = { lines: undefined, only: undefined, except: [], sinceMs: null }

/** The same view within one line. */
export const withinLine = (view: HubView, line: number): HubView => ({
  ...view,
  lines: view.lines === undefined || view.lines.includes(line) ? [line] : [],
})

/** Continues a condition on the table `conversation`, which is called `name`. */
export const conversationIn = (view: HubView, name: string): string => within(view, name, { id: 'id', ms: 'last_ms' })

/** Continues a condition on the table `message`, which is called `name`. */
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

/** The same as expressions of a search, which all have to hold; undefined where nothing is in the view. */
export function wordsIn({ lines, only, except }: HubView): string[] | undefined {
  if (lines?.length === 0 || only?.length === 0) return undefined
  const anyOf = (words: readonly string[]) => `(${words.map(quoted).join(' | ')})`
  return [
    ...(lines === undefined ? [] : [anyOf(lines.map(lineWord))]),
    ...(only === undefined ? [] : [anyOf(only.map(conversationWord))]),
    ...(except.length === 0 ? [] : [`!${anyOf(except.map(conversationWord))}`]),
  ]
}

/** Ids come from the tables themselves. */
const numbers = (ids: readonly number[], type: 'int' | 'bigint'): string => `'{${ids.join(',')}}'::${type}[]`
