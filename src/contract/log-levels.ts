/** The levels of the log; without schemas, so that the browser can load them. */

export const logLevels = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof logLevels)[number]
