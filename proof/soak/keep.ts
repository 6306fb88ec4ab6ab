/** Keeps a soak for readers: its record, with the page and the picture in the documentation that are made from it. */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { pictureOf } from './plot/picture.ts'
import { recordFile, type SoakRecord } from './record.ts'
import { soakPage } from './report.ts'

const inDocs = (name: string): string => fileURLToPath(new URL(`../../docs/${name}`, import.meta.url))

/** Contents by path. */
export const shownFiles = (record: SoakRecord): Readonly<Record<string, string>> => ({
  [inDocs('soak.md')]: soakPage(record),
  [inDocs('soak.svg')]: pictureOf(record),
})

export function keep(record: SoakRecord): void {
  writeFileSync(recordFile, `${JSON.stringify(record)}\n`)
  for (const [path, text] of Object.entries(shownFiles(record))) writeFileSync(path, text)
}
