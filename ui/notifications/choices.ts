/** Stores whether this browser notifies of new messages and how much it shows, for all of its tabs. */
import { create } from 'zustand'

export const levels = ['rich', 'sender', 'private'] as const
export type Level = (typeof levels)[number]

interface Choices {
  isOn: boolean
  hasSound: boolean
  level: Level
}

const storageKey = 'notifications'
const usual: Choices = { isOn: false, hasSound: false, level: 'rich' }

function remembered(): Choices {
  try {
    return { ...usual, ...(JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Partial<Choices>) }
  } catch {
    return usual
  }
}

export const useChoices = create<Choices>(remembered)

export function choose(choices: Partial<Choices>): void {
  useChoices.setState(choices)
  localStorage.setItem(storageKey, JSON.stringify(useChoices.getState()))
}

globalThis.addEventListener?.('storage', ({ key }) => {
  if (key === storageKey) useChoices.setState(remembered())
})
