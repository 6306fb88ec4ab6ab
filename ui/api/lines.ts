/** The lines of a hub. A Mac by itself has none, so that nothing of lines is shown there. */
import { useQuery } from '@tanstack/react-query'
import type { Line } from '../../src/contract/line.ts'
import { isHub } from './answers.ts'
import { asking } from './ask.ts'

const none: readonly Line[] = []

export const useLines = (): readonly Line[] => useQuery({ ...asking('list_lines'), enabled: isHub }).data ?? none

/** The line of a conversation or message where there are several; undefined where it need not be told. */
export function useLineOf(guid: string): string | undefined {
  const lines = useLines()
  return lines.length < 2 ? undefined : lines.find(({ id }) => guid.startsWith(`${id}~`))?.name
}
