/**
 * Reads a designated requirement, by which macOS recognises a program: a grant holds for every file that satisfies the
 * requirement of the file that it was given to.
 */

/**
 * `own`: the program is signed with this Mac's own certificate; `maker`: by a developer that Apple knows; `changing`:
 * the requirement names this one file, so the next version does not satisfy it.
 */
export type IdentityKind = 'own' | 'maker' | 'changing'

/** The identifier in the signature of the installed program. */
export const ownIdentifier = 'dev.service'

/** `certificate` is its SHA-1 in hexadecimal, which is what codesign compares. */
export const ownRequirement = (certificate: string): string =>
  `identifier "${ownIdentifier}" and certificate leaf = H"${certificate.toLowerCase()}"`

/** Reads the output of `codesign --display --requirements -`. A program without a signature has no requirement. */
export const requirementIn = (output: string): string | null =>
  /^(?:# )?designated => (.+)$/m.exec(output)?.[1]?.trim() ?? null

export function kindOf(requirement: string | null): IdentityKind {
  if (requirement === null || /\bcdhash\b/.test(requirement)) return 'changing'
  return /\banchor apple\b/.test(requirement) ? 'maker' : 'own'
}
