/** The command palette: finds commands, conversations and people by a few letters of their names. */
import { useMemo, useRef, useState } from 'react'
import { t } from '../../catalogue/texts.ts'
import { useOpenModal, whenClosed } from '../../kit/Dialog.tsx'
import { Keys } from '../keys/Keys.tsx'
import styles from './Palette.module.css'
import { type PaletteItem, usePaletteItems } from './palette-items.ts'

const idOf = (index: number): string => `palette-${index}`

export default function Palette({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [typed, type] = useState('')
  const [at, goTo] = useState(0)
  const items = usePaletteItems(typed)
  const here = Math.min(at, items.length - 1)
  useOpenModal(dialog)
  const take = (item: PaletteItem | undefined) => {
    if (item === undefined) return
    onClose()
    // Runs after the dialog has given the focus back, because the command may move it further.
    setTimeout(item.run)
  }
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const to: Readonly<Record<string, number>> = {
      ArrowDown: (here + 1) % items.length,
      ArrowUp: (here + items.length - 1) % items.length,
    }
    const next = to[event.key]
    if (next === undefined && event.key !== 'Enter') return
    event.preventDefault()
    if (event.key === 'Enter') take(items[here])
    else if (next !== undefined) {
      goTo(next)
      document.getElementById(idOf(next))?.scrollIntoView({ block: 'nearest' })
    }
  }
  return (
    <dialog
      ref={dialog}
      className={styles.palette}
      aria-label={t('palette.title')}
      {...whenClosed(onClose)}
      closedby="any"
    >
      <input
        className={styles.field}
        role="combobox"
        aria-label={t('palette.placeholder')}
        placeholder={t('palette.placeholder')}
        aria-expanded
        aria-controls="palette-list"
        aria-activedescendant={items.length > 0 ? idOf(here) : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        value={typed}
        onChange={({ target }) => {
          type(target.value)
          goTo(0)
        }}
        onKeyDown={onKeyDown}
      />
      <PaletteList items={items} here={here} onTake={take} />
      {items.length === 0 && <p className={styles.none}>{t('palette.none')}</p>}
    </dialog>
  )
}

interface ListProps {
  items: readonly PaletteItem[]
  here: number
  onTake: (item: PaletteItem) => void
}

function PaletteList({ items, here, onTake }: ListProps) {
  const groups = useMemo(() => grouped(items), [items])
  return (
    <div id="palette-list" role="listbox" aria-label={t('palette.title')} className={styles.list}>
      {groups.map(({ group, first, members }) => (
        // biome-ignore lint/a11y/useSemanticElements: a listbox consists of groups and options
        <div key={`${group} ${first}`} role="group" aria-label={group}>
          <div className={styles.group} aria-hidden>
            {group}
          </div>
          {members.map((item, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and handles the keys
            <div
              key={item.id}
              id={idOf(first + index)}
              role="option"
              aria-selected={first + index === here}
              tabIndex={-1}
              className={styles.item}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onTake(item)}
            >
              <bdi className={styles.title}>{item.title}</bdi>
              <Keys keys={item.keys} />
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}

/** Puts neighbouring items of the same group under one heading. */
function grouped(items: readonly PaletteItem[]) {
  const groups: { group: string; first: number; members: PaletteItem[] }[] = []
  for (const [index, item] of items.entries()) {
    const last = groups.at(-1)
    if (last?.group === item.group) last.members.push(item)
    else groups.push({ group: item.group, first: index, members: [item] })
  }
  return groups
}
