/** Declares under which names people appear in a view of the history. */

export interface Naming {
  /** Views with the same id name people alike. */
  id: string
  /** Whether the names of people and groups are shown. */
  showsNames: boolean
  /** Returns what stands for an address in names. */
  address(handle: string): string
}
