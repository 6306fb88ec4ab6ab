/**
 * Decodes NSAttributedString in a typedstream: its text, then each run as the number of an attribute set and a length.
 */
import { type ArchivedRecord, type ArchivedValue, AttributedString, isRecord, type Run } from '../archived-value.ts'
import { damage, limits } from '../decoded.ts'

/** A set of attributes follows the first run that has it; later runs refer to it only by number. */
export function attributedString(fields: ArchivedValue[]): AttributedString {
  const text = fields[0]
  if (typeof text !== 'string') return damage('a body without a text')
  const sets = new Map<number, ArchivedRecord>()
  const runs: Run[] = []
  let start = 0
  for (let i = 1; i < fields.length; ) {
    const set = fields[i++]
    const length = fields[i++]
    if (typeof set !== 'number' || !isLength(length)) return damage('a run without a length')
    const attributes = sets.get(set) ?? attributeSet(fields[i++])
    sets.set(set, attributes)
    runs.push({ start, length, attributes })
    start += length
  }
  if (start !== text.length) damage('runs that do not cover the text')
  if (runs.length > limits.items) damage('more runs than any message has')
  return new AttributedString(text, runs)
}

const attributeSet = (value: ArchivedValue | undefined): ArchivedRecord =>
  value !== undefined && isRecord(value) ? value : damage('a run without attributes')

const isLength = (value: ArchivedValue | undefined): value is number => Number.isInteger(value) && Number(value) >= 0
