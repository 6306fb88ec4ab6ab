/** Declares the conditions of a rule as a tree: terms joined with AND, OR and NOT. */
import type { Category } from '../../contract/categories.ts'

export const valueTerms = ['from', 'contains', 'exact', 'group', 'line'] as const

export type Term =
  | { is: (typeof valueTerms)[number]; value: string }
  | { is: 'in'; value: 'group' | 'direct' }
  | { is: 'category'; value: Category }

/** `and` and `or` have at least two parts. */
export type Condition = Term | { is: 'and' | 'or'; of: readonly Condition[] } | { is: 'not'; of: Condition }
