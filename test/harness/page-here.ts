/** Starts what most tests of the page share: a browser, a service, perhaps a bridge, and one page over them. */
import type { Browser } from 'playwright-core'
import { type BridgeHere, bridgeHere } from './bridge-here.ts'
import { OnePage } from './one-page.ts'
import { type Opening, openBrowser } from './ui.ts'
import { type WebHere, webHere } from './web-here.ts'

export interface PageHere extends AsyncDisposable {
  browser: Browser
  web: WebHere
  pages: OnePage
}

export interface PageOverBridge extends PageHere {
  bridge: BridgeHere
}

interface Setup extends Pick<Opening, 'context' | 'prepare'> {
  service?: Parameters<typeof webHere>[0]
}

/** Use as `({ web, pages } = await shared(pageHere()))`, with `shared` of closed-after-all.ts. */
export async function pageHere({ service, ...opening }: Setup = {}): Promise<PageHere> {
  const [browser, web] = await Promise.all([openBrowser(), webHere(service)])
  return {
    browser,
    web,
    pages: new OnePage({ ...opening, browser, url: web.url }),
    // A page that outlives its service complains.
    async [Symbol.asyncDispose]() {
      await browser.close()
      await web[Symbol.asyncDispose]()
    },
  }
}

export async function pageOverBridge({
  bridge: options,
  service,
  ...opening
}: Setup & { bridge?: Parameters<typeof bridgeHere>[0] } = {}): Promise<PageOverBridge> {
  const bridge = await bridgeHere(options)
  const here = await pageHere({ ...opening, service: { ...service, over: bridge.mac } })
  return {
    ...here,
    bridge,
    async [Symbol.asyncDispose]() {
      await here[Symbol.asyncDispose]()
      await bridge[Symbol.asyncDispose]()
    },
  }
}
