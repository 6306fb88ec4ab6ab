/** A bar chart of counts. */
import { t } from '../../catalogue/texts.ts'
import { BarSection, barSpace, type NamedBar } from './BarSection.tsx'
import { type Count, CountTable } from './CountTable.tsx'

export interface Bar extends Count, NamedBar {}

interface Props {
  title: string
  of: string
  bars: readonly Bar[]
  /** Labels only every nth bar. */
  namedEvery?: number
}

export function BarChart({ title, of, bars, namedEvery = 1 }: Props) {
  const most = Math.max(1, ...bars.map(({ count }) => count))
  const heightOf = (count: number) => (count / most) * barSpace.height
  return (
    <BarSection<Bar>
      title={title}
      table={<CountTable of={of} counts={bars} />}
      bars={bars}
      namedEvery={namedEvery}
      sentenceOf={sentenceOf}
      draw={({ count }) => <rect x="8" width="84" y={barSpace.height - heightOf(count)} height={heightOf(count)} />}
    />
  )
}

const sentenceOf = ({ name, count }: Count): string => t('statistics.bar', { name, count })
