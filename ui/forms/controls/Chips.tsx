/** The entries of a list, each with a button that removes it. */
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '../../catalogue/texts.ts'
import styles from '../Form.module.css'

interface Props {
  entries: readonly string[]
  onRemove: (index: number) => void
  show?: (entry: string) => ReactNode
}

export const Chips = ({ entries, onRemove, show = (entry) => entry }: Props) =>
  entries.length > 0 && (
    <ul className={styles.chips}>
      {entries.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list may contain the same entry twice
        <li key={`${index}-${entry}`} className={styles.entry}>
          <bdi>{show(entry)}</bdi>
          <button type="button" aria-label={t('forms.remove', { name: entry })} onClick={() => onRemove(index)}>
            <X size={14} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  )
