/** Tells the outcome of a soak: in lines for a terminal, and as docs/soak.md with a picture and a table. */
import { balanceLines } from '../balance.ts'
import { circumstancesOf, markdownTable, terminalTable } from '../report.ts'
import type { Growth } from './heap-growth.ts'
import { isLevel, type Level } from './levels.ts'
import type { Day, LivedDay } from './record.ts'

export function soakPage(day: LivedDay): string {
  const { hours, minutes, seed, perHour, counts, balance, levels } = day.outcome
  const amount = (what: string) => (counts[what] ?? 0).toLocaleString('en')
  return [
    '# A day under load',
    '',
    `Written by \`npm run proof -- soak --keep\` ${circumstancesOf([day])}.`,
    '',
    `![Memory, open files, write-ahead logs, threads, databases and logs over ${hours} hours](soak.svg)`,
    '',
    `${hours} hours of a busy day in ${minutes} minutes: both processes over a simulated Mac on which people do ${perHour.toLocaleString('en')} things an hour. They write,`,
    'in bursts and in groups, send files, react, edit, unsend and read. Somebody sends by the API, others read the live stream and come and go,',
    'look around and search. Three plugins take every message, of which one is killed every hour; settings change, backups and exports are',
    'made. In the first three eighths each process is ended and killed. What waits for a minute or longer, such as the tidying of the journal,',
    'waits for a part of it.',
    '',
    `Of ${amount('messages')} messages ${balance.lost} were lost and ${balance.duplicated} arrived twice as two; ${balance.outOfOrder} came before an earlier one of the same conversation, and`,
    `${balance.repeated} came again under the id that they had. Of ${amount('sends')} texts that were to be sent ${balance.sentTwice} went twice; of ${balance.wronglyTold} something wrong was told.`,
    '',
    'What must not grow is looked at in the second half, in which nothing restarts. What is left after a collection of garbage tells a leak',
    'within minutes: it is looked at once the bridge has as many rows as it remembers, without compiled code, and its slope is that of the line',
    'that fits best. What is resident is what a Mac has to give; the slope of that, and of files and threads, is the median of the slopes between',
    'all pairs of samples. `--heap` tells of which objects there are more in the end.',
    '',
    ...markdownTable(
      ['', 'in the second half:', 'has to stay below:', ''],
      levels.map((level) => [level.what, shownLevel(level), shownTarget(level), verdict(level)]),
    ),
    '',
    `Again: \`npm run proof -- soak --hours ${hours} --minutes ${minutes} --per-hour ${perHour} --seed ${seed}\`. What is kept for days is not shown by hours: how long the journal`,
    'and the ledger of sends keep what, tests show.',
    '',
  ].join('\n')
}

const verdict = (level: Level): string =>
  level.below === undefined ? 'may grow' : isLevel(level) ? 'level' : '**not level**'

export const formatDay = ({ counts, balance, levels, troubles = [] }: Day): string =>
  [
    Object.entries(counts)
      .map(([what, count]) => `${count} ${what}`)
      .join(', '),
    ...balanceLines(balance),
    terminalTable(
      levels.map((level) => [
        level.what,
        shownLevel(level),
        ...(level.below === undefined ? [] : [`below ${shownTarget(level)}`, isLevel(level) ? 'level' : 'NOT LEVEL']),
      ]),
    ),
    ...troubles.map((trouble) => `trouble: ${trouble}`),
  ].join('\n')

const mostGrown = 30

export const formatGrowth = (growth: readonly Growth[]): string =>
  terminalTable(
    growth.slice(0, mostGrown).map(({ what, count, bytes }) => [what, `${count}`, `${(bytes / 1_000).toFixed(1)} kB`]),
  )

export const shownLevel = ({ figure, unit }: Level): string => `${figure.toFixed(2)} ${unit}`

const shownTarget = ({ below }: Level): string =>
  below === undefined ? '' : below.toFixed(below >= 1 && below < 10 ? 0 : 1)
