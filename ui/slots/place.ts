/** The places where plugins may show something, and what each is told. */

/** What whoever has the place tells of it. */
interface PlaceProps {
  'sidebar.panel': Record<never, never>
  'message.toolbar': { msgRowid: number; fromMe: boolean }
  /** `insert` puts text where the cursor is. */
  'compose.extension': { guid: string; insert?: (text: string) => void }
  'settings.page': Record<never, never>
}

export type Place = { [S in keyof PlaceProps]: { slot: S; props: PlaceProps[S] } }[keyof PlaceProps]
