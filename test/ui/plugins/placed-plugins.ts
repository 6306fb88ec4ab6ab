/** Starts a service on which a test's plugins have slots on the page, as the bridge would have recorded them. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, FrameLocator, Page } from 'playwright-core'
import { names } from '../../../src/contract/names.ts'
import type { SlotName } from '../../../src/contract/plugin-slots.ts'
import { journalIntegrations } from '../../../src/store/journal/integrations.ts'
import { openJournal } from '../../../src/store/journal/open.ts'
import { dirOf } from '../../harness/bridge-process.ts'
import { openPage } from '../../harness/ui.ts'
import { type WebHere, webHere } from '../../harness/web-here.ts'

export interface PlacedPlugin {
  /** The source of its module. */
  code: string
  slots?: readonly SlotName[]
  permissions?: readonly string[]
}

export interface PlacedPlugins {
  web: WebHere
  /**
   * Opens the conversation with Anna with only these plugins enabled. Errors in a frame do not fail the test, since
   * they are what is tested.
   */
  open(given: { browser: Browser; on: readonly string[]; path?: string }): Promise<Opened>
}

export interface Opened extends AsyncDisposable {
  page: Page
}

export const anna = '+12025550123'
export const conversation = `/app/c/${encodeURIComponent(`any;-;${anna}`)}`

/** A module that runs this code when it draws the slot, with `element`, `host` and `props` at hand. */
export const drawing = (code: string, slot: SlotName = 'compose.extension'): string =>
  `import { registerSlot } from 'local-messaging-relay/plugin-ui'
registerSlot('${slot}', (element, { host, ...props }) => { ${code} })
`

/** Draws a button in the slot that runs its handler. */
export const button = (label: string, handler: string, slot?: SlotName): string =>
  drawing(
    `const button = Object.assign(document.createElement('button'), { textContent: '${label}', onclick: ${handler} })
     element.append(button)`,
    slot,
  )

/** Draws a button that counts how often it was pressed. */
export const counting = button(
  'Good 0',
  "() => { button.textContent = 'Good ' + (Number(button.textContent.slice(5)) + 1) }",
)

/** The frame in which a plugin draws a slot. */
export const frameOf = (page: Page, name: string, slot: SlotName = 'compose.extension'): FrameLocator =>
  page.frameLocator(`[data-slot="${slot}"] iframe[title="Plugin: ${name}"]`)

export async function placedPlugins(plugins: Readonly<Record<string, PlacedPlugin>>): Promise<PlacedPlugins> {
  const web = await webHere()
  web.mac.messages.receive({ from: anna, text: 'Hello' })
  const { db } = openJournal(dirOf(web.mac.home).journalFile)
  for (const [name, { code, slots = ['compose.extension'], permissions = [] }] of Object.entries(plugins)) {
    const folder = join(web.mac.home, names.baseDirectory, 'integrations', name)
    mkdirSync(join(folder, 'page'), { recursive: true })
    writeFileSync(join(folder, 'page', 'index.js'), code)
    const page = { entry: 'page/index.js', slots, permissions, min_height: {} }
    const manifest = { display_name: name, page_files: { ...page, folder } }
    journalIntegrations(db).put({ name, tier: 'official', status: 'running', lastError: null, manifest }, 0)
  }
  db.close()
  return {
    web,
    async open({ browser, on, path = conversation }) {
      const switches = Object.keys(plugins).map((name) => [name, { enabled: on.includes(name) }])
      await web.client.change_settings({ integrations: Object.fromEntries(switches) })
      // A context of its own, since the whole of it is closed: a plugin may keep its page from closing.
      const { page, wrong } = await openPage({ browser, url: web.url, path, context: {} })
      return {
        page,
        async [Symbol.asyncDispose]() {
          await page.context().close()
          wrong.splice(0)
        },
      }
    },
  }
}
