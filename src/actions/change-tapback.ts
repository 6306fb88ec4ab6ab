/** POST /api/v1/messages/{rowid}/tapback */
import type { Action } from './action.ts'

export const changeTapback: Action<'change_tapback'> = (change, { window }) => window.tapback(change)
