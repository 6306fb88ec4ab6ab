// The parts of a language that believable small talk needs: names, sentences with slots, and the words for the slots.

export interface Language {
  code: string
  givenNames: readonly string[]
  familyNames: readonly string[]
  /** Whether the family name comes first. */
  familyFirst?: boolean
  /** `{slot}` is replaced by one of the words below, `{n}` by a small number, `{time}` by a time of day. */
  sentences: readonly string[]
  answers: readonly string[]
  slots: Readonly<Record<string, readonly string[]>>
  groupNames: readonly string[]
}
