/** Responds while the web process runs; reveals nothing else, since anyone may call it. */
import type { Action } from './action.ts'

export const health: Action<'health'> = () => ({ ok: true })
