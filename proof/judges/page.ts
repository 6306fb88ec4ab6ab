/** Makes docs/judges.md from the verdict of each judge. */
import type { Judge, Verdict } from './judge.ts'
import { tools } from './tools.ts'

export interface Judged {
  judge: Judge
  verdict: Verdict
}

const introduction = [
  '# What other programs say',
  '',
  'Programs that others wrote examine the running service, over a simulated Mac, with a password set. `npm run proof -- judges` installs them outside',
  'the repository, runs them and writes this page; warnings count. It ends with 1 when one of them finds something.',
  '',
  '| judge | releases | examines | said |',
  '|---|---|---|---|',
]

export const judgesPage = (judged: readonly Judged[], date: string): string =>
  [
    ...introduction,
    ...judged.map(({ judge: { name, examines, tools: needed }, verdict }) => {
      const releases = needed.map((tool) => `${tool} ${tools[tool]}`).join(', ')
      return `| ${name} | ${releases} | ${examines} | ${verdict.isClean ? '' : '**not clean** '}${verdict.said} |`
    }),
    '',
    `Run on ${date}.`,
    '',
  ].join('\n')
