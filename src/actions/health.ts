/** Answers while the web process runs; says nothing else, since anyone may ask. */
import type { Action } from './action.ts'

export const health: Action<'health'> = () => ({ ok: true })
