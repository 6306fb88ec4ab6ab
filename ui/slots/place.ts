/** The places in which plugins may show something, and what whoever has one tells of it. */

export interface PlaceProps {
  'sidebar.panel': Record<never, never>
  'message.toolbar': { msgRowid: number; fromMe: boolean }
  /** `insert` puts text where the cursor is. */
  'compose.extension': { guid: string; insert?: (text: string) => void }
  'settings.page': Record<never, never>
}

export type Place = { [S in keyof PlaceProps]: { slot: S; props: PlaceProps[S] } }[keyof PlaceProps]
