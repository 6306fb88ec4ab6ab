/** A table of counts by name. */
import { countOf } from '../../catalogue/numbers.ts'
import { t } from '../../catalogue/texts.ts'
import styles from './Statistics.module.css'

export interface Count {
  name: string
  count: number
}

export const CountTable = ({ of, counts }: { of: string; counts: readonly Count[] }) => (
  <table className={styles.table}>
    <thead>
      <tr>
        <th scope="col">{of}</th>
        <th scope="col">{t('statistics.messages')}</th>
      </tr>
    </thead>
    <tbody>
      {counts.map(({ name, count }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two people can have the same name
        <tr key={place}>
          <th scope="row">
            <bdi>{name}</bdi>
          </th>
          <td>{countOf(count)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
