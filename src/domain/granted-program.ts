/** The program that macOS had let read Messages, and what is said once it is another one: a grant is to a file as it was. */

export interface GrantedProgram {
  program: string
  inode: number
  /** Its release. */
  node: string
  /** ISO 8601 UTC. */
  at: string
}

/** The file that is there now; undefined where there is none. */
type Present = Pick<GrantedProgram, 'inode'> | undefined

/** Undefined while it is the same. `program` is what is to be granted now. */
export function replacedInWords(granted: GrantedProgram, present: Present, program: string): string | undefined {
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
