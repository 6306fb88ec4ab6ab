/** Keeps the last verdict of each judge, and makes docs/judges.md of them. */
import { readFileSync, writeFileSync } from 'node:fs'
import type { Judge, Verdict } from './judge.ts'
import { tools } from './tools.ts'

/** A verdict, and the day on which it was given. */
export interface Judged extends Pick<Verdict, 'isClean' | 'said'> {
  on: string
}

type Verdicts = Readonly<Record<string, Judged>>

const file = new URL('verdicts.json', import.meta.url)

export const readJudged = (): Verdicts => JSON.parse(readFileSync(file, 'utf8'))

export const keepJudged = (verdicts: Record<string, Judged & Partial<Verdict>>): void => {
  const kept = Object.entries(verdicts).map(([name, { isClean, said, on }]) => [name, { isClean, said, on }])
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`)
}

/** Why a judge is not clean, shown as long as it is not. */
const reasons: Readonly<Record<string, string>> = {
  'lighthouse phone':
    'On a narrow screen the list of conversations, and the search in it, stand alone: `main` is what opens from them.',
}

const introduction = [
  '# What other programs say',
  '',
  'Programs that others wrote examine the installed package and the running service, over a simulated Mac, with a password set.',
  '`npm run proof -- judges` installs them outside the repository, runs them and writes this page; warnings count. It ends with 1 when one of',
  'them finds something, and tells all that it found.',
  '',
  '| judge | releases | examines | said | on |',
  '|---|---|---|---|---|',
]

export const judgesPage = (judges: readonly Judge[], verdicts: Verdicts): string =>
  [...introduction, ...judges.map((judge) => row(judge, verdicts[judge.name])), ''].join('\n')

function row({ name, examines, tools: needed, programs = [] }: Judge, judged: Judged | undefined): string {
  const releases = [
    ...needed.map((tool) => `${tool} ${tools[tool]}`),
    ...programs.map((program) => `Debian’s ${program}`),
  ]
  const why = judged?.isClean === false && reasons[name] !== undefined ? ` ${reasons[name]}` : ''
  const said = judged === undefined ? 'not asked yet' : `${judged.isClean ? '' : '**not clean** '}${judged.said}${why}`
  return `| ${name} | ${releases.join(', ')} | ${examines} | ${said} | ${judged?.on ?? ''} |`
}
