/** Holds the content of the form of an API key, applies choices to it, and builds the request to the service. */
import type { Params } from '../../../src/client/client-over.ts'
import type { Grant } from '../../../src/contract/grant.ts'
import type { ApiKey } from '../../../src/contract/key.ts'
import { scopes as allScopes, type Scope } from '../../../src/contract/scopes.ts'
import { everything } from '../../../src/domain/grant/complete.ts'

export interface KeyDraft {
  label: string
  scopes: readonly Scope[]
  /** Kept while the key may administer, which limits nothing. */
  grant: Grant
  /** YYYY-MM-DD in UTC; null for never. */
  lastDay: string | null
  /** The names of those in the grant, by entry. */
  names: Readonly<Record<string, string>>
}

/** A person or group that a grant lists. */
export interface Listed {
  /** The entry in the form that a grant has. */
  entry: string
  name: string
}

export const newDraft: KeyDraft = { label: '', scopes: ['read'], grant: everything, lastDay: null, names: {} }

const programDays = 90

/** The key of a program that asks to be let in: it reads for a while, without one-time codes. */
export const programDraft = (name: string, now: Date): KeyDraft => ({
  ...newDraft,
  label: name,
  grant: { ...everything, one_time_codes: 'hide' },
  lastDay: dayAfter(programDays, now),
})

export const draftOf = ({ label, scopes, grant, expires_at: ends, names = {} }: ApiKey): KeyDraft => ({
  label,
  scopes,
  grant: grant ?? everything,
  lastDay: ends === null ? null : ends.slice(0, 'YYYY-MM-DD'.length),
  names,
})

export const presets = ['read', 'ask', 'direct', 'write', 'admin'] as const
export type Preset = (typeof presets)[number]

const scopesOf: Readonly<Record<Preset, readonly Scope[]>> = {
  read: ['read'],
  ask: ['read', 'write'],
  direct: ['read', 'write'],
  write: ['write'],
  admin: allScopes,
}

/** Undefined for a key that was made elsewhere, and is like none of them. */
export function presetOf({ scopes, grant }: Pick<KeyDraft, 'scopes' | 'grant'>): Preset | undefined {
  const fits = (preset: Preset) => scopesOf[preset].join() === allScopes.filter((one) => scopes.includes(one)).join()
  if (fits('ask')) return grant.sends.mode === 'never' ? undefined : grant.sends.mode
  return presets.find(fits)
}

export function withPreset(draft: KeyDraft, preset: Preset): KeyDraft {
  const { sends } = draft.grant
  const after: Readonly<Record<Preset, Grant['sends']>> = {
    // Limits on sending would make a key that sends nothing a limited one.
    read: everything.sends,
    ask: { ...sends, mode: 'ask' },
    direct: withoutExceptions(sends),
    write: withoutExceptions(sends),
    admin: sends,
  }
  return { ...draft, scopes: scopesOf[preset], grant: { ...draft.grant, sends: after[preset] } }
}

/** Exceptions from asking mean nothing where nothing is asked. */
export const withoutExceptions = ({ without_asking: _, ...sends }: Grant['sends']): Grant['sends'] => ({
  ...sends,
  mode: 'direct',
})

export const isLimitable = ({ scopes }: Pick<KeyDraft, 'scopes'>): boolean => !scopes.includes('admin')

export const without = (list: readonly string[], entry: string): string[] => list.filter((one) => one !== entry)

type OfLines = Pick<Grant, 'lines' | 'may_send_as'>

/** Changes the lines; undefined means all of them. A key never sends from a line that it does not see. */
export function withLines(draft: KeyDraft, change: { [K in keyof OfLines]?: readonly string[] | undefined }): KeyDraft {
  const { lines, may_send_as: sendAs, ...grant } = { ...draft.grant, ...change }
  const visible = sendAs?.filter((name) => lines?.includes(name) ?? true)
  return {
    ...draft,
    grant: { ...grant, ...(lines && { lines: [...lines] }), ...(visible && { may_send_as: visible }) },
  }
}

/** Remembers the name under which somebody was chosen. */
export const withName = (draft: KeyDraft, listed: Listed | undefined): KeyDraft =>
  listed === undefined ? draft : { ...draft, names: { ...draft.names, [listed.entry]: listed.name } }

export const nameIn =
  ({ names }: Pick<KeyDraft, 'names'>) =>
  (entry: string): string =>
    names[entry] ?? entry.replace(/^group:(.*;)?/, '')

/** Returns the future key for the sentence about it. */
export const saidOf = (draft: KeyDraft) => ({
  scopes: draft.scopes,
  grant: isLimitable(draft) ? draft.grant : null,
  expiresAt: draft.lastDay,
  names: draft.names,
})

/** Returns what is missing. With nobody chosen, the key would see nothing, or could write to nobody. */
export function missingIn({ label, scopes, grant }: KeyDraft): 'name' | 'people' | 'lines' | 'recipients' | undefined {
  if (label.trim() === '') return 'name'
  if (scopes.includes('admin')) return undefined
  const { people, sends, lines, may_send_as: sendAs } = grant
  if (lines?.length === 0 || (scopes.includes('write') && sendAs?.length === 0)) return 'lines'
  if (people !== 'all' && ('only' in people ? people.only : people.except).length === 0) return 'people'
  return scopes.includes('write') && sends.to?.length === 0 ? 'recipients' : undefined
}

/** The last day is kept to the second where it was not changed. */
export function requestOf(draft: KeyDraft, before: KeyDraft = newDraft): Params<'add_key'> {
  const { label, scopes, grant, lastDay } = draft
  const ends = lastDay === before.lastDay ? {} : { expires_at: lastDay }
  return { label: label.trim(), scopes: [...scopes], grant: { ...(isLimitable(draft) && grant), ...ends } }
}

/** Returns the date this many days after another, as YYYY-MM-DD. */
export const dayAfter = (days: number, now: Date): string =>
  new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 'YYYY-MM-DD'.length)
