/** Starts the floor of the web process, and asks it for pages. */
import { chatDbPath } from '../../../simulator/paths.ts'
import { residentMb } from '../../process-figures.ts'
import { ask } from '../web-process.ts'
import { type Anchor, bareRows } from './bare-rows.ts'
import { floorServer } from './floor-server.ts'

export interface BareWeb extends AsyncDisposable {
  /** Asks for the hundred messages before the anchor. */
  page(anchor: Anchor): Promise<unknown>
  residentMb(): number
}

export async function bareWeb(home: string, threads = 0): Promise<BareWeb> {
  const args = [chatDbPath(home), String(threads)]
  const { url, pid, [Symbol.asyncDispose]: end } = await floorServer('bare-web.js', { args })
  return {
    page: ({ chat, date }) => ask(url, `/?chat=${chat}&before=${date}`),
    residentMb: () => residentMb(pid),
    [Symbol.asyncDispose]: end,
  }
}

/** The number of requests after which the memory of the web process is measured, too. */
const requests = 54

/** Returns the floor of its memory: what bare Node has after it answered as many requests, with so many threads. */
export async function bareResident(home: string, threads = 0): Promise<{ what: string; measured: number }> {
  await using web = await bareWeb(home, threads)
  using rows = await bareRows(home)
  for (const anchor of rows.anchors(requests)) await web.page(anchor)
  const beside = threads === 0 ? '' : `, also in ${threads} threads`
  return { what: `bare Node, HTTP and SQLite${beside}`, measured: web.residentMb() }
}
