/** Declares the levels of the log; has no schemas, so that the browser can load it. */

export const logLevels = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof logLevels)[number]
