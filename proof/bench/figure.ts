/** Describes one measured figure with its target and its floor from the same run. */

export interface Figure {
  /** The name of the work, the same for every size and every program. */
  work: string
  /** The measured value, in `unit`. */
  measured: number
  unit: 'ms' | 'µs' | 'MB' | '/s' | '%' | ''
  /** The upper limit, or the lower one with unit `/s`. */
  target?: number
  /** The least that this work can cost here, measured in the same run: its description and its value in `unit`. */
  floor?: { what: string; measured: number }
  /** The subject under which the figure appears; by default that of its bench. */
  subject?: SubjectName
  /** The number of messages in the history, where the figure may grow with it. */
  messages?: number
  /** The program to which the figure belongs, if it is not ours. */
  by?: string
  /** Whether the work was given up after this long. */
  isAtLeast?: boolean
}

export type SubjectName = (typeof subjects)[number]['name']

interface Subject {
  name: string
  title: string
  /** A remark that is needed to read the subject's figures. */
  note?: string
}

/** The subjects of the page, in this order. */
export const subjects = [
  {
    name: 'history',
    title: 'Reading the history, over HTTP',
    note: 'Each page is another one, anywhere in the history. imessage-kit lists conversations without what was said last in them. What a message says is read a second time by node-typedstream.',
  },
  {
    name: 'search',
    title: 'Searching, over HTTP',
    note: 'We find words, and beginnings of words with a `*`; imessage-kit looks through one text after another for the letters, also within words, and is given up after 15 s. The rare word stands in twenty messages, kept in all the ways that Messages has.',
  },
  { name: 'index', title: 'The search index' },
  {
    name: 'relay',
    title: 'From a commit in chat.db to an integration',
    note: 'Ours goes through the journal, on the disk, to a plugin in its sandbox, and from there as a request to a webhook on loopback, one at a time in each conversation. imessage-kit calls a function in its own process and keeps nothing.',
  },
  { name: 'streams', title: 'Event streams' },
  { name: 'sending', title: 'Sending' },
  {
    name: 'costs',
    title: 'Start, memory and processor',
    note: 'imessage-kit has no index, no journal and no server: its figures are those of the library alone, after the same list, pages and texts.',
  },
  { name: 'plugins', title: 'Plugins' },
  { name: 'reading', title: 'Reading everything' },
  {
    name: 'decoding',
    title: 'Decoding a message body',
    note: 'The targets are a twenty-fifth and a tenth of what node-typedstream takes. All read the same 20,000 bodies, and the same texts in them.',
  },
  { name: 'page', title: 'The page in a browser' },
  { name: 'simulator', title: 'The simulated Mac' },
] as const satisfies readonly Subject[]

export const about = (subject: SubjectName, figures: readonly Figure[]): Figure[] =>
  figures.map((figure) => ({ ...figure, subject }))

const isMore = ({ unit }: Pick<Figure, 'unit'>): boolean => unit === '/s'

export const isReached = (figure: Figure): boolean =>
  figure.target === undefined || (isMore(figure) ? figure.measured >= figure.target : figure.measured <= figure.target)

/** Returns how many times as long, or as much, the first takes; with `/s`, how many times as fast the second is. */
export const timesOver = (unit: Figure['unit'], one: number, other: number): string | undefined => {
  const times = isMore({ unit }) ? other / one : one / other
  return Number.isFinite(times) && unit !== '' ? `${amount(times)} ×` : undefined
}

export const shownTarget = (figure: Figure): string =>
  figure.target === undefined ? '' : `${isMore(figure) ? '≥' : '≤'} ${shown(figure.target, figure.unit)}`

export const shown = (value: number, unit: Figure['unit']): string => `${amount(value, unit === '')} ${unit}`.trimEnd()

/** Uses three significant digits. */
function amount(value: number, isCount = false): string {
  const digits = value >= 100 || (isCount && Number.isInteger(value)) ? 0 : value >= 10 ? 1 : 2
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}
