/** Decides which actions a message offers now: none that the service would refuse. */
import type { Message } from '../../../src/contract/message.ts'
import type { Change } from '../../../src/messages-window/change.ts'
import { neighbourhood, refusalOf } from '../../../src/messages-window/refusal.ts'

export type MessageAction = 'react' | 'answer' | 'copy' | 'copy_link' | 'star' | 'edit' | 'unsend' | 'why'

export interface Powers {
  mayWrite: boolean
  canReact: boolean
  canEdit: boolean
  canUnsend: boolean
}

interface Circumstances {
  powers: Powers
  /** Messages at the end of the conversation; empty when the end is not loaded. */
  newest: readonly Message[]
  nowMs: number
}

const changes: Readonly<Record<'react' | 'edit' | 'unsend', Change>> = {
  react: { kind: 'tapback', emoji: '❤️', remove: false },
  edit: { kind: 'edit', text: '' },
  unsend: { kind: 'unsend' },
}

export function actionsFor(message: Message, { powers, newest, nowMs }: Circumstances): MessageAction[] {
  const { mayWrite, canReact, canEdit, canUnsend } = powers
  const { kind, text, unsent } = message
  if (kind === 'system') return []
  const around = { newest: newest.slice(-neighbourhood), nowMs }
  const goes = (action: keyof typeof changes) => mayWrite && refusalOf(changes[action], message, around) === null
  const isThere: Readonly<Record<MessageAction, boolean>> = {
    react: canReact && goes('react'),
    answer: mayWrite && !unsent,
    copy: text !== '',
    copy_link: true,
    star: mayWrite && !unsent,
    edit: canEdit && goes('edit'),
    unsend: canUnsend && goes('unsend'),
    why: true,
  }
  return (Object.keys(isThere) as MessageAction[]).filter((action) => isThere[action])
}

/** The beginning of a message as a quotation in a reply: Messages does not let programs send its own inline replies. */
export function quoteOf(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  const letters = [...line]
  return letters.length > longestQuote ? `${letters.slice(0, longestQuote).join('').trimEnd()} …` : line
}

const longestQuote = 120
