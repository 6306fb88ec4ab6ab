/** Makes docs/judges.md from the last verdict of each judge. */
import type { Entry } from '../record.ts'
import { markdownTable } from '../report.ts'
import { type Judge, ofHub, type Verdict } from './judge.ts'
import { tools } from './tools.ts'

const introduction = [
  '# What other programs say',
  '',
  'Programs that others wrote examine the installed package and the running service, over a simulated Mac, with a password set.',
  '`npm run proof -- judges` installs them outside the repository, runs them and writes this page; warnings count. It ends with 1 when one of',
  'them finds something, and tells all that it found.',
  '',
]

export function judgesPage(judges: readonly Judge[], entries: readonly Entry<Verdict>[]): string {
  const rowOf = ({ name, examines, tools: needed, programs = [] }: Judge, trial = name) => {
    const entry = entries.find((each) => each.trial === trial)
    const releases = [
      ...needed.map((tool) => `${tool} ${tools[tool]}`),
      ...programs.map((program) => `Debian’s ${program}`),
    ]
    return [name, releases.join(', '), examines, verdictIn(entry), entry?.at.slice(0, 10) ?? '']
  }
  const head = ['judge', 'releases', 'examines', 'said', 'on']
  const ofHubs = judges.filter(({ isForHubs }) => isForHubs).map((judge) => rowOf(judge, ofHub(judge.name)))
  return [
    ...introduction,
    ...markdownTable(
      head,
      judges.map((judge) => rowOf(judge)),
    ),
    '',
    '## On a hub',
    '',
    'The same programs, at a [hub](hub.md) that has the Mac: `npm run proof -- judges --hub`.',
    '',
    ...markdownTable(head, ofHubs),
    '',
  ].join('\n')
}

function verdictIn(entry: Entry<Verdict> | undefined): string {
  if (entry === undefined) return 'not asked yet'
  const { outcome, failed } = entry
  if (outcome === undefined) return `**not tried** ${failed}`
  return outcome.isClean ? outcome.said : `**not clean** ${outcome.said}`
}
