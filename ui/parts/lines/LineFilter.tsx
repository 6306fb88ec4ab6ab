/** Chooses the line whose conversations are listed and searched, on a hub with several. */
import { useEffect } from 'react'
import { useLines } from '../../api/lines.ts'
import { t } from '../../catalogue/texts.ts'
import { chooseLine } from '../../state/line.ts'
import { useChosenLine } from '../../state/use-chosen-line.ts'
import styles from './Lines.module.css'

export default function LineFilter() {
  const lines = useLines()
  const chosen = useChosenLine()
  const isGone = chosen !== undefined && lines.length > 0 && !lines.some(({ name }) => name === chosen)
  useEffect(() => {
    if (isGone) chooseLine(undefined)
  }, [isGone])
  if (lines.length < 2) return null
  return (
    <label className={styles.filter}>
      <span>{t('people.line')}</span>
      <select
        value={chosen ?? ''}
        onChange={({ target: { value } }) => chooseLine(value === '' ? undefined : value)}
        dir="auto"
      >
        <option value="">{t('people.line_all')}</option>
        {lines.map(({ id, name }) => (
          <option key={id} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
