/**
 * Describes what to do when the program that macOS let read Messages is another one now, since a grant is bound to the
 * file as it was.
 */

export interface GrantedProgram {
  program: string
  inode: number
  /** The Node version of the program. */
  node: string
  /** The requirement to which macOS bound the grant, if the program was signed on this Mac. */
  requirement?: string | undefined
  /** An ISO 8601 time in UTC. */
  at: string
}

/** The file that is at the path now; undefined where there is none. */
type Present = Pick<GrantedProgram, 'inode'> | undefined

/** The program that is to be granted access now. */
interface Needing {
  program: string
  /** Undefined for a program that was not signed on this Mac. */
  requirement?: string | undefined
}

/** Whether both programs were signed on this Mac, by different keys. */
export const hasNewSignature = (granted: GrantedProgram, requirement: string | undefined): boolean =>
  granted.requirement !== undefined && requirement !== undefined && granted.requirement !== requirement

/** Whether macOS takes both for the same program, however often its file was replaced. */
export const isRecognised = (granted: GrantedProgram, { program, requirement }: Needing): boolean =>
  requirement !== undefined && granted.requirement === requirement && granted.program === program

/** Returns undefined while it is the same program. */
export function formatReplaced(granted: GrantedProgram, present: Present, needing: Needing): string | undefined {
  const { program, requirement } = needing
  if (present !== undefined && isRecognised(granted, needing)) return undefined
  if (hasNewSignature(granted, requirement))
    return `The program that could read Messages on ${granted.at} has a new signature. ${giveTo(program)}`
  if (present?.inode === granted.inode && program === granted.program) return undefined
  const what =
    present === undefined
      ? 'is not there any more'
      : present.inode === granted.inode
        ? 'is not what runs now'
        : 'was replaced, as an upgrade does'
  return `Node ${granted.node}, which could read Messages on ${granted.at}, ${what}. ${giveTo(program)}`
}

const giveTo = (program: string): string =>
  `Give Full Disk Access to ${program}: if it stands in the list, take it out with − and add it again.`
