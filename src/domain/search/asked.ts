/** Reads what somebody searches for, and what of a message is looked at to show where it was found. */
import type { Message } from '../../contract/message.ts'
import { ServiceError } from '../service-error.ts'
import { type Needle, parseQuery, type Query, type Term } from './query.ts'

/** Throws `invalid_request` with the column at fault. */
export function queryOf(q: string, nowMs: number): Query {
  const parsed = parseQuery(q, nowMs)
  if (parsed.ok) return parsed.query
  const { column, reason } = parsed.fault
  throw new ServiceError('invalid_request', `The search is not understood at column ${column}: ${reason}`, {
    path: 'q',
    column,
    reason,
  })
}

/** Returns the words that must be in the text, without those that must not. */
export const needlesOf = ({ all }: Query): Needle[] =>
  all.flatMap((choices) => choices.flatMap(({ term, not }) => (term.kind === 'words' && !not ? [term.needle] : [])))

/** Whether a term is about the content of a message, and not about who wrote it, where or when. */
export const isAboutContent = (term: Term): boolean =>
  term.kind === 'words' || (term.kind === 'facet' && !['sent', 'received', 'group'].includes(term.facet))

/** The texts of a message, in order of interest. */
export function textsOf({ text, subject, link_preview, attachments, edits }: Message): string[] {
  const texts = [
    text,
    subject,
    link_preview?.title,
    link_preview?.site_name,
    link_preview?.url,
    ...attachments.flatMap(({ filename, transcript }) => [transcript, filename]),
    ...edits.map((edit) => edit.text),
  ]
  return texts.filter((it) => typeof it === 'string')
}
