/** Recognises plain JSON objects among the values of a stranger's file. */
export type Plain = Readonly<Record<string, unknown>>

export const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
