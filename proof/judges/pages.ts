/** Judges of pages: Lighthouse on a desktop and on a phone, axe, and html-validate. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { freePort } from '../../src/cli/foreground/free-port.ts'
import { openBrowser, signedInAt } from '../../test/harness/browser.ts'
import { violations, withAxe } from '../../test/ui/accessibility/axe.ts'
import { installation } from '../installation.ts'
import { run } from '../program.ts'
import { allPages, type Court, type Judge, newestConversation, verdictOf } from './judge.ts'
import { programOf } from './tools.ts'

const executablePath = '/usr/bin/chromium'

interface LighthouseReport {
  categories: Record<string, { score: number | null; auditRefs: { id: string }[] }>
  audits: Record<string, { title: string; score: number | null; details?: { items?: { description?: string }[] } }>
}

const judgedCategories = ['accessibility', 'best-practices']

const lighthouseAs = (device: 'desktop' | 'phone'): Judge => ({
  name: `lighthouse ${device}`,
  examines: `accessibility and best practices of every page, as on a ${device}`,
  tools: ['lighthouse'],
  programs: ['chromium'],
  isForHubs: true,
  async judge(court) {
    const pages = await allPages(court)
    const findings: string[] = []
    await using browser = await signedInBrowser(court)
    for (const page of pages) {
      const { categories, audits } = await lighthouse(court, page, { device, port: browser.port })
      for (const { auditRefs } of Object.values(categories))
        for (const { id } of auditRefs) {
          const audit = audits[id]
          if (audit === undefined || audit.score === null || audit.score === 1) continue
          const told = audit.details?.items?.[0]?.description ?? audit.title
          findings.push(`${new URL(page).pathname}: ${id}: ${told}`)
        }
    }
    return verdictOf(findings, `100 and 100 on ${pages.length} pages`)
  },
})

/** Signed in by a cookie: a header that Lighthouse adds is not sent with the script of the service worker. */
async function signedInBrowser({ url, browser: { cookie = '' }, work }: Court) {
  const port = await freePort()
  const context = await chromium.launchPersistentContext(join(work, 'profile'), {
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`],
  })
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name, value, url }])
  return { port, [Symbol.asyncDispose]: () => context.close() }
}

interface Visit {
  device: 'desktop' | 'phone'
  /** The port of the browser. */
  port: number
}

async function lighthouse({ folder, work }: Court, page: string, { device, port }: Visit) {
  const output = join(work, 'report.json')
  const args = [
    page,
    '--quiet',
    '--output=json',
    `--output-path=${output}`,
    `--port=${port}`,
    `--only-categories=${judgedCategories.join(',')}`,
    // The stream of events keeps every page waiting for silence, and speed is not judged here.
    '--max-wait-for-load=6000',
    '--throttling-method=provided',
    ...(device === 'desktop' ? ['--preset=desktop'] : []),
  ]
  const { status, stderr } = await run([programOf(folder, 'lighthouse'), ...args], { cwd: work })
  if (status !== 0) throw new Error(`${page}: ${stderr}`)
  return JSON.parse(readFileSync(output, 'utf8')) as LighthouseReport
}

export const lighthouseDesktop = lighthouseAs('desktop')
export const lighthousePhone = lighthouseAs('phone')

export const axe: Judge = {
  name: 'axe',
  examines: 'every page, by day and by night, by WCAG 2.2 AA and best practices',
  tools: [],
  programs: ['chromium'],
  isForHubs: true,
  async judge(court) {
    const browser = await openBrowser()
    try {
      const pages = await allPages(court)
      const context = await signedInAt(browser, court.url)
      const page = await context.newPage()
      await withAxe(page)
      const findings: string[] = []
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        for (const address of pages) {
          await page.goto(address)
          await page.getByRole('heading').first().waitFor()
          const found = await violations(page)
          findings.push(...found.map((line) => `${new URL(address).pathname}, ${colorScheme}: ${line}`))
        }
      }
      return verdictOf(findings, `0 violations on ${pages.length} pages`)
    } finally {
      await browser.close()
    }
  },
}

export const htmlValidate: Judge = {
  name: 'html-validate',
  examines: 'an export to HTML, and the page of the API, by the presets `standard` and `document`',
  tools: ['html-validate'],
  isForHubs: true,
  async judge(court) {
    const { folder, work, url, browser } = court
    const [exported, docs] = [join(work, 'export.html'), join(work, 'api-docs.html')]
    await exportTo(exported, court)
    writeFileSync(docs, await (await fetch(`${url}/api/docs`, { headers: { cookie: browser.cookie ?? '' } })).text())
    const extended = ['html-validate:standard', 'html-validate:document']
    // Files that the service loads from itself need no integrity hash.
    const rules = { 'require-sri': ['error', { target: 'crossorigin' }] }
    writeFileSync(join(work, '.htmlvalidate.json'), JSON.stringify({ root: true, extends: extended, rules }))
    // Output to a pipe is cut off when the program exits before the pipe is read.
    const results = join(work, 'results.json')
    const judge = [programOf(folder, 'html-validate'), '--formatter', `json=${results}`, exported, docs]
    const { stderr: trouble } = await run(judge, { cwd: work })
    if (trouble !== '') throw new Error(trouble)
    const files = JSON.parse(readFileSync(results, 'utf8')) as {
      filePath: string
      messages: { ruleId: string; message: string; line: number }[]
    }[]
    const findings = files.flatMap(({ filePath, messages }) =>
      messages.map(({ ruleId, message, line }) => `${filePath.slice(work.length + 1)}:${line}: ${ruleId}: ${message}`),
    )
    return verdictOf(findings, '0 errors, 0 warnings')
  },
}

/** Exports by the command on a Mac. A hub exports one conversation at a time, by its API. */
async function exportTo(file: string, court: Court): Promise<void> {
  if (court.isHub) {
    const path = `/api/v1/conversations/${encodeURIComponent(await newestConversation(court))}/export`
    const response = await fetch(`${court.url}${path}`, { headers: { authorization: `Bearer ${court.key}` } })
    if (!response.ok) throw new Error(`${path}: ${response.status}`)
    writeFileSync(file, await response.text())
    return
  }
  const { status, stderr } = await run(
    [process.execPath, installation().entry, 'export', '--format', 'html', '--to', file],
    {
      env: { ...process.env, HOME: court.world.home },
    },
  )
  if (status !== 0) throw new Error(stderr)
}
