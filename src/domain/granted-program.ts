/**
 * Describes what to do when the program that macOS let read Messages is another one now, since a grant is bound to the
 * file as it was.
 */

export interface GrantedProgram {
  program: string
  inode: number
  /** The Node version of the program. */
  node: string
  /** An ISO 8601 time in UTC. */
  at: string
}

/** The file that is at the path now; undefined where there is none. */
type Present = Pick<GrantedProgram, 'inode'> | undefined

/** Returns undefined while it is the same program. `program` is the path that needs the grant now. */
export function formatReplaced(granted: GrantedProgram, present: Present, program: string): string | undefined {
  if (present?.inode === granted.inode && program === granted.program) return undefined
  const what =
    present === undefined
      ? 'is not there any more'
      : present.inode === granted.inode
        ? 'is not what runs now'
        : 'was replaced, as an upgrade does'
  return (
    `Node ${granted.node}, which could read Messages on ${granted.at}, ${what}. ` +
    `Give Full Disk Access to ${program}: if it stands in the list, take it out with − and add it again.`
  )
}
