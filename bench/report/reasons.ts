/** Why a target is missed, where that is known: told beside it for as long as it is missed. */

interface Reason {
  of: RegExp
  why: string
}

export const reasons: readonly Reason[] = []
