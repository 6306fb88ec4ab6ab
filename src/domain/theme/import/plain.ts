/** Objects of JSON, apart from everything else that a stranger's file may hold. */
export type Plain = Readonly<Record<string, unknown>>

export const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
