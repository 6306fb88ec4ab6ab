/** Runs axe on the page in its current state. */
import axe from 'axe-core'
import type { Page } from 'playwright-core'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

interface Found {
  id: string
  nodes: Array<{ target: unknown[]; failureSummary: string }>
}

/** Loads axe into each page that is opened from now on. */
export const withAxe = (page: Page): Promise<unknown> => page.addInitScript({ content: axe.source })

interface Asked {
  /** The rules to check; all by default. */
  rules?: readonly string[]
  /** A selector; the whole page by default. */
  within?: string
}

/** Returns a line for each element and what is wrong with it. */
export async function violations(page: Page, { rules, within }: Asked = {}): Promise<string[]> {
  const runOnly = rules === undefined ? { type: 'tag', values: tags } : { type: 'rule', values: rules }
  const options = JSON.stringify({ runOnly, resultTypes: ['violations'], iframes: false })
  const place = within === undefined ? 'document' : JSON.stringify(within)
  const found = await page.evaluate<Found[]>(`axe.run(${place}, ${options}).then(({ violations }) => violations)`)
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary.replaceAll('\n', ' ')}`),
  )
}
