/** The chosen line of a hub, for what is rendered. */
import { useSyncExternalStore } from 'react'
import { chosenLine, onChosenLine } from './line.ts'

export const useChosenLine = (): string | undefined => useSyncExternalStore(onChosenLine, chosenLine)
