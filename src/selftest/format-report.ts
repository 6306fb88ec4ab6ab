/** Formats the report of a self-test for people: each check with its state, what it found, and a summary at the end. */
import {
  SelftestFindings,
  type SelftestReport,
  type SelftestResult,
  type SelftestState,
  selftestChecks,
  selftestGroups,
  selftestReasons,
} from '../contract/selftest.ts'

const marks: Readonly<Record<SelftestState, string>> = { as_expected: '✓', differs: '!', failed: '✗', left_out: '–' }
const inWords: Readonly<Record<SelftestState, string>> = {
  as_expected: 'as expected',
  differs: 'different',
  failed: 'failed',
  left_out: 'left out',
}

const columns = 80

export function formatReport({ results, ...report }: SelftestReport): string {
  const parts = results.map((result, at) => formatResult(result, results[at - 1]))
  return [formatHead(report), ...parts, formatSummary(results)].join('')
}

export const formatHead = ({ release, day }: Pick<SelftestReport, 'release' | 'day'>): string =>
  `Self-test of ${release}, ${day}\n`

/** The heading of a group stands before its first check. */
export function formatResult({ check, state, reason, findings }: SelftestResult, before?: SelftestResult): string {
  const { group, title } = selftestChecks[check]
  const isFirst = before === undefined || selftestChecks[before.check].group !== group
  const lines = [
    ...(isFirst ? ['', selftestGroups[group]] : []),
    `  ${marks[state]} ${title}`,
    ...(reason === null ? [] : [`      ${selftestReasons[reason]}`]),
    ...paragraphs(findings).flatMap(wrapped),
  ]
  return `${lines.join('\n')}\n`
}

/** Single values stand side by side, and each list by itself. */
function paragraphs(findings: SelftestFindings): string[] {
  const entries = Object.entries(findings)
  const said = ([name, value]: [string, unknown]) => `${titleOf(name)}: ${formatValue(value)}`
  const singles = entries.filter(([, value]) => !Array.isArray(value)).map(said)
  const lists = entries.filter(([, value]) => Array.isArray(value)).map(said)
  const together = singles.map((single) => single.replaceAll(' ', unbroken)).join(`${unbroken}· `)
  return singles.length === 0 ? lists : [together, ...lists]
}

export function formatSummary(results: readonly SelftestResult[]): string {
  const counts = Object.entries(inWords).flatMap(([state, words]) => {
    const count = results.filter((result) => result.state === state).length
    return count === 0 ? [] : [`${count} ${words}`]
  })
  return `\n${counts.join(', ')}.\n`
}

const titleOf = (name: string): string => SelftestFindings.properties[name as keyof SelftestFindings].title ?? name

const formatValue = (value: unknown): string =>
  Array.isArray(value) ? value.map(formatItem).join(', ') : formatItem(value)

/** `about` is an order of magnitude. */
function formatItem(item: unknown): string {
  if (typeof item === 'boolean') return item ? 'yes' : 'no'
  if (typeof item !== 'object' || item === null) return String(item)
  const { column, value, about, format, bytes } = item as Record<string, unknown>
  if (format !== undefined) return `${String(format).replace('_', ' ')} of ${bytes} bytes`
  return `${[column, value].filter((word) => word !== undefined).join(' ')} (${about === 1 ? 'few' : `${about}+`})`
}

const indent = ' '.repeat(6)
/** Stands for a blank at which no line ends. */
const unbroken = '\u{a0}'

function wrapped(text: string): string[] {
  const lines: string[] = []
  let line = indent
  for (const word of text.split(' ')) {
    if (line.trim() !== '' && line.length + 1 + word.length > columns) {
      lines.push(line)
      line = `${indent}  ${word}`
    } else line += line.trim() === '' ? word : ` ${word}`
  }
  return [...lines, line].map((each) => each.replaceAll(unbroken, ' '))
}
