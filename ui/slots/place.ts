/** The slots in which plugins may show something, and the props that the page passes to each. */

export interface PlaceProps {
  'sidebar.panel': Record<never, never>
  'message.toolbar': { msgRowid: number; fromMe: boolean }
  /** `insert` puts text at the caret. */
  'compose.extension': { guid: string; insert?: (text: string) => void }
  'settings.page': Record<never, never>
}

export type Place = { [S in keyof PlaceProps]: { slot: S; props: PlaceProps[S] } }[keyof PlaceProps]
