/** Records what a page announces to screen readers, since each announcement is there only until the next one. */
import type { Page } from 'playwright-core'

const recorder = `
  globalThis.announced = []
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      const region = (target.nodeType === 1 ? target : target.parentElement)?.closest('[aria-live="polite"], [aria-live="assertive"]')
      const words = region?.textContent.trim() ?? ''
      if (words !== '' && words !== announced.at(-1)) announced.push(words)
    }
  }).observe(document, { subtree: true, childList: true, characterData: true })`

/** Records from before the page begins. */
export const recordAnnouncements = (page: Page): Promise<unknown> => page.addInitScript({ content: recorder })

/** Returns everything that both live regions have announced so far. */
export const announcedBy = (page: Page): Promise<string[]> => page.evaluate<string[]>('announced')
