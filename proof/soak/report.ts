/** Tells the outcome of a soak: in lines for a terminal, and as docs/soak.md with a picture and a table. */
import { isLevel, type Level } from './levels.ts'
import type { SoakRecord } from './record.ts'

export function soakPage(record: SoakRecord): string {
  const { hours, minutes, seed, perHour, date, counts, balance, levels } = record
  const amount = (what: string) => (counts[what] ?? 0).toLocaleString('en')
  return [
    '# A day under load',
    '',
    `Written by \`npm run proof -- soak --keep\` on ${date}.`,
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
    'What must not grow is looked at in the second half, in which nothing restarts. A slope is the median of the slopes between all pairs of',
    'samples.',
    '',
    '| | in the second half | has to stay below | |',
    '|---|--:|--:|---|',
    ...levels.map(row),
    '',
    `Again: \`npm run proof -- soak --hours ${hours} --minutes ${minutes} --per-hour ${perHour} --seed ${seed}\`. What is kept for days is not shown by hours: how long the journal`,
    'and the ledger of sends keep what, tests show.',
    '',
  ].join('\n')
}

const row = (level: Level): string =>
  `| ${level.what} | ${shownLevel(level)} | ${shownTarget(level)} | ${verdict(level)} |`

const verdict = (level: Level): string =>
  level.below === undefined ? 'may grow' : isLevel(level) ? 'level' : '**not level**'

export function reported({ counts, balance, levels }: SoakRecord): string {
  const { repeated, uncertain, ...faults } = balance
  return [
    Object.entries(counts)
      .map(([what, count]) => `${count} ${what}`)
      .join(', '),
    ...Object.entries(faults).map(([fault, count]) => `${fault}: ${count}`),
    `came again under their own id: ${repeated}`,
    `uncertain, and said so: ${uncertain}`,
    ...levels.map(lineOf),
    '',
  ].join('\n')
}

function lineOf(level: Level): string {
  const target =
    level.below === undefined ? '' : `below ${shownTarget(level)}: ${isLevel(level) ? 'level' : 'NOT LEVEL'}`
  return `${level.what.padEnd(22)} ${shownLevel(level).padEnd(24)} ${target}`.trimEnd()
}

export const shownLevel = ({ figure, unit }: Level): string => `${figure.toFixed(2)} ${unit}`

const shownTarget = ({ below }: Level): string => (below === undefined ? '' : below.toFixed(below < 10 ? 0 : 1))
