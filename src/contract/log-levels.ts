/** How much a line of the log matters: without schemas, for the browser too. */

export const logLevels = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof logLevels)[number]
