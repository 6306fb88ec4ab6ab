/** The API for authors of what a plugin shows on the page: `local-messaging-relay/plugin-ui`. */
import { startFrame } from './frame.ts'

export { type FileToSend, type Host, HostRefused, type SentText, type ShownMessage, type Surroundings } from './host.ts'
export { type Drawing, type DrawSlot, registerSlot, type SlotName, type SlotProps } from './slots.ts'

// The document of a frame names the plugin's module; in any other document there is nothing to start.
const entry = globalThis.document?.documentElement.dataset.entry
if (entry !== undefined) startFrame(new URL(entry, document.baseURI).href)
