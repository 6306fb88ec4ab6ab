/**
 * Tells which rows of the endpoint table this service answers. A Mac answers them all; the page of a hub says in its document
 * which the hub lacks, and offers nothing that would need one of them.
 */
import type { CallName } from '../../src/client/client-over.ts'

const lacks = new Set(globalThis.document?.documentElement.dataset.lacks?.split(' '))

export const answers = (name: CallName): boolean => !lacks.has(name)

/** Whether this is the page of a hub, which has the lines of many Macs. */
export const isHub = lacks.size > 0
