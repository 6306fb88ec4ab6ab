/** Lists known reasons for missed targets, which are shown as long as the target is missed. */

interface Reason {
  of: RegExp
  why: string
}

export const reasons: readonly Reason[] = [
  {
    of: /^a page of 100 messages/,
    why: 'A page brings along what belongs to its messages: reactions, edits, previews, attachments, receipts, names. Each kind is one more query; the floor reads the rows alone.',
  },
  {
    of: /^web process .*: resident$/,
    why: 'It hardly grows with the history: most of it is Node and what is loaded, and a heap that keeps the room it once needed.',
  },
  {
    of: /^ten bare plugins: memory/,
    why: 'Each plugin is a process of its own, and nearly all of one is Node.',
  },
]
