/**
 * The message action that is open as a menu or dialog; it is rendered beside the list, because a row of the list may
 * disappear.
 */
import { createContext, useContext } from 'react'
import type { Message } from '../../../src/contract/message.ts'
import type { Box } from '../../kit/box.ts'

export type OpenAction =
  | { what: 'menu'; message: Message; at: Box }
  | { what: 'why' | 'edit' | 'unsend' | 'edits' | 'reactions'; message: Message }
  | { what: 'delivery'; id: string }
  | { what: 'print' }
  /** A picture or video, by the id of its attachment. */
  | { what: 'view'; id: string }

type Begin = (act: OpenAction) => void

const OpenActionContext = createContext<Begin>(() => undefined)

export const OpenActionProvider = OpenActionContext.Provider
/** The function stays the same between renders, so that no row is rendered again because of it. */
export const useOpenAction = (): Begin => useContext(OpenActionContext)
