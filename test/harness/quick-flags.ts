/**
 * Flags of V8 that only save memory. With any of them Node refuses the compiled code of its own modules that it carries,
 * and compiles them at each start, which is an eighth of the start of a bridge. Tests start some hundred bridges and
 * measure the memory of none, so they leave these flags out; what launchd starts, and what proofs start, has them.
 */
const savesMemory = /^--(?:optimize-for-size|no-maglev|heap-growing-percent=\d+)$/

const isTest = process.env.VITEST !== undefined

/** Returns the flags with which a test starts a process. */
export const quickFlags = (flags: readonly string[]): readonly string[] =>
  isTest ? flags.filter((flag) => !savesMemory.test(flag)) : flags
