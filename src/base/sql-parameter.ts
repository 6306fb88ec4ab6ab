/** Writes parameters of SQL statements so that SQLite plans a statement once, and not at each run. */

/**
 * SQLite looks at the value of a parameter while it plans, if the value is a limit or is compared with a column of which a
 * partial index says the same, and plans the statement anew whenever the parameter is bound again. That takes 3 to 60
 * microseconds, longer than most of our statements take to run, and none of our plans depends on such a value. It does
 * not look into a sum.
 */
export const opaque = (parameter: string): string => `${parameter} + 0`

/** The clause that limits a statement to as many rows as a parameter says. */
export const limitTo = (parameter: string): string => `LIMIT ${opaque(parameter)}`
