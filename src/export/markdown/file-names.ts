/** Chooses a file name for each conversation from its name, so that no two are equal on any disk. */
import type { Conversation } from '../../contract/conversation.ts'
import { safeFileName } from '../../domain/files/file-name.ts'

/** Leaves room for a number and an extension. */
const longest = 80

export function fileNames(conversations: readonly Conversation[], taken: readonly string[] = []): string[] {
  const used = new Set(taken)
  return conversations.map(({ display_name }) => {
    const stem = [...safeFileName(display_name.replaceAll(/[/\\]/g, '-'))].slice(0, longest).join('').trim()
    for (let n = 1; ; n++) {
      const name = n === 1 ? `${stem}.md` : `${stem} ${n}.md`
      const key = name.toLowerCase()
      if (used.has(key)) continue
      used.add(key)
      return name
    }
  })
}
