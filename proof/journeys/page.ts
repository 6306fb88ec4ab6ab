/** Makes docs/journeys.md from what each journey took when it was last tried. */
import type { Entry } from '../record.ts'
import { markdownTable } from '../report.ts'
import { type Outcome, pressesIn } from './record.ts'

const introduction = [
  '# Journeys of a newcomer',
  '',
  'What people want who are new to the service, how many steps it takes, and how it looks on the way. `npm run proof -- journeys` does each',
  'journey twice in Chromium over a simulated Mac: with a pointer that moves to real coordinates, and with a keyboard alone. A step counts only if',
  'what it needs can be seen and nothing covers it. Each journey ends with a fact that is checked outside the page.',
  '',
  'A step is a press, a filled field or a key that acts. Tabs and arrows on the way to the next step are counted apart.',
  '',
]

type Tried = Entry<Outcome>

export function journeysPage(entries: readonly Tried[]): string {
  const rows = entries.map(({ trial, at, outcome, failed }) => {
    const day = at.slice(0, 10)
    if (outcome === undefined) return [trial, `**not done** ${failed}`, '', '', day]
    const { journey, pointer, keyboard } = outcome
    const { title, mostPresses } = journey
    const limit = mostPresses === undefined ? '' : `, of them ${pressesIn(pointer)} presses (at most ${mostPresses})`
    return [
      `[${title}](#${anchorOf(title)})`,
      `${pointer.steps.length}${limit}`,
      ...[keyboard.steps.length, keyboard.travelled].map(String),
      day,
    ]
  })
  const head = ['journey', 'steps by pointer:', 'steps by keyboard:', 'Tabs and arrows:', 'on']
  return [...introduction, ...markdownTable(head, rows), ...entries.flatMap(sectionOf), ''].join('\n')
}

/** The anchor that GitHub makes of a heading. */
const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')

function sectionOf({ outcome }: Tried): string[] {
  if (outcome === undefined) return []
  const { journey, pointer, pictures } = outcome
  return [
    '',
    `## ${journey.title}`,
    '',
    journey.wants,
    '',
    ...pointer.steps.map((step, place) => `${place + 1}. ${step}`),
    '',
    `Done: ${journey.ends}.`,
    ...pictures.flatMap(({ file, caption }) => ['', `![${caption}](pictures/journeys/${file})`, '', `*${caption}*`]),
  ]
}
