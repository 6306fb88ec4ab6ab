/** Holds the files attached in each conversation until they are sent or the page is closed. */
import { useMemo } from 'react'
import { create } from 'zustand'

export interface Attached {
  id: number
  file: File
  problem: 'too_large' | 'empty' | 'program' | null
}

const none: readonly Attached[] = []
let lastId = 0

const useAttachedStore = create<{ files: ReadonlyMap<string, readonly Attached[]> }>(() => ({ files: new Map() }))

/** `maxBytes` is undefined until the limit is known; files above it get their problem then. */
export function useAttached(guid: string, maxBytes: number | undefined): readonly Attached[] {
  const attached = useAttachedStore(({ files }) => files.get(guid) ?? none)
  return useMemo(
    () => attached.map((one) => ({ ...one, problem: problemOf(one.file, maxBytes) })),
    [attached, maxBytes],
  )
}

const change = (guid: string, changed: (now: readonly Attached[]) => readonly Attached[]): void =>
  useAttachedStore.setState(({ files }) => ({ files: new Map(files).set(guid, changed(files.get(guid) ?? none)) }))

export function attach(guid: string, files: readonly File[], maxBytes: number | undefined): readonly Attached[] {
  const added = files.map((file) => ({ id: ++lastId, file, problem: problemOf(file, maxBytes) }))
  change(guid, (now) => [...now, ...added])
  return added
}

export const detach = (guid: string, id: number): void => change(guid, (now) => now.filter((one) => one.id !== id))

const programs = /\.(exe|msi|bat|cmd|com|scr|ps1|vbs)$/i

function problemOf({ name, size }: Pick<File, 'name' | 'size'>, maxBytes: number | undefined): Attached['problem'] {
  if (programs.test(name)) return 'program'
  if (size === 0) return 'empty'
  return maxBytes !== undefined && size > maxBytes ? 'too_large' : null
}
