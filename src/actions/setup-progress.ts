/** Implements PUT /api/ui/setup/progress. */
import type { Action } from './action.ts'

export const setupProgress: Action<'setup_progress'> = (change, { setup }) => setup.advance(change)
