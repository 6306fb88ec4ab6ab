/** What a person is about to do with a message: a menu or a dialog stands for it, beside the list rather than in a row that may go. */
import { createContext, useContext } from 'react'
import type { Message } from '../../../src/contract/message.ts'
import type { Box } from '../../kit/floating.ts'

export type Act =
  | { what: 'menu'; message: Message; at: Box }
  | { what: 'why' | 'edit' | 'unsend' | 'edits' | 'reactions'; message: Message }
  /** A picture or film, by the id of its attachment. */
  | { what: 'view'; id: string }

type Begin = (act: Act) => void

const Acting = createContext<Begin>(() => undefined)

export const ActingProvider = Acting.Provider
/** Stays the same, so that no row is drawn anew for it. */
export const useAct = (): Begin => useContext(Acting)
