/** The API for authors of what a plugin shows on the page: `local-messaging-relay/plugin-ui`. */
import { startInFrame, startInThread } from './frame/start.ts'

export { type FileToSend, type Host, HostRefused, type SentText, type ShownMessage, type Surroundings } from './host.ts'
export { type PluginNode, type Tone, type Tree, type Ui, ui } from './nodes.ts'
export {
  type Draw,
  type Drawing,
  type DrawView,
  registerComponent,
  registerSlot,
  registerView,
  type SlotComponent,
  type SlotName,
  type SlotProps,
} from './slots.ts'

// The document of a frame names the plugin's module; in any other document there is nothing to start.
const entry = globalThis.document?.documentElement.dataset.entry
if (entry !== undefined) startInFrame(new URL(entry, document.baseURI).href)
else if ('WorkerGlobalScope' in globalThis) startInThread()
