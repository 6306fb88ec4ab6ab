/** Declares the scopes of callers. Every row of the endpoint table names the one that it needs; there is no default. */

export const scopes = ['read', 'write', 'admin'] as const
/**
 * `read` sees conversations and messages, `write` sends and marks, `admin` changes settings, keys and rules and sees
 * the log.
 */
export type Scope = (typeof scopes)[number]
