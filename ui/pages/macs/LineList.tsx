/** The lines of a hub, where there are several: what they are called, and which is the default. */
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import type { Line } from '../../../src/contract/line.ts'
import { client } from '../../api/client.ts'
import { useLines } from '../../api/lines.ts'
import { useMay } from '../../api/session.ts'
import { useChange } from '../../api/use-change.ts'
import { t } from '../../catalogue/texts.ts'
import { Button } from '../../kit/Button.tsx'
import cardRow from '../../kit/card-row.module.css'
import { Dialog } from '../../kit/Dialog.tsx'
import sheet from '../../kit/sheet.module.css'
import { chooseLine, chosenLine } from '../../state/line.ts'
import styles from './Macs.module.css'
import { NameField } from './NameField.tsx'

export function LineList() {
  const lines = useLines()
  const mayChange = useMay('admin', 'change_line')
  const { problem, isBusy, run } = useChange('list_lines')
  const [renamed, setRenamed] = useState<Line>()
  const titleId = useId()
  if (lines.length < 2) return null
  return (
    <section aria-labelledby={titleId} className={styles.lines}>
      <h2 id={titleId}>{t('macs.lines')}</h2>
      <p className={styles.quiet}>{t('macs.default_hint')}</p>
      {problem !== null && <p role="alert">{problem}</p>}
      <ul className={sheet.sheet} aria-labelledby={titleId}>
        {lines.map((line) => (
          <li key={line.id} className={cardRow.row}>
            <span className={cardRow.title}>
              <bdi>{line.name}</bdi>
              {line.is_default && <span className={sheet.chip}>{t('macs.default')}</span>}
            </span>
            {mayChange && (
              <span className={cardRow.actions}>
                <Button
                  size="small"
                  disabled={isBusy}
                  aria-label={t(line.is_default ? 'macs.no_default_name' : 'macs.make_default_name', {
                    name: line.name,
                  })}
                  onClick={() => void run(() => client.change_line({ id: line.id, is_default: !line.is_default }))}
                >
                  {t(line.is_default ? 'macs.no_default' : 'macs.make_default')}
                </Button>
                <Button
                  size="small"
                  aria-label={t('macs.rename_name', { name: line.name })}
                  onClick={() => setRenamed(line)}
                >
                  {t('macs.rename')}
                </Button>
              </span>
            )}
          </li>
        ))}
      </ul>
      {renamed !== undefined && <RenameDialog line={renamed} onClose={() => setRenamed(undefined)} />}
    </section>
  )
}

function RenameDialog({ line, onClose }: { line: Line; onClose: () => void }) {
  const queries = useQueryClient()
  const { problem, isBusy, run } = useChange('list_lines')
  const [name, setName] = useState(line.name)
  async function save(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (!(await run(() => client.change_line({ id: line.id, name: name.trim() })))) return
    // The list of conversations stays limited to the same line.
    if (chosenLine() === line.name) chooseLine(name.trim())
    onClose()
    await queries.invalidateQueries()
  }
  return (
    <Dialog title={t('macs.rename_title', { name: line.name })} onClose={onClose}>
      <form className={styles.steps} onSubmit={(event) => void save(event)}>
        <NameField hint={t('macs.rename_hint')} problem={problem} name={name} onName={setName} />
        <div>
          <Button kind="primary" type="submit" disabled={isBusy || name.trim() === ''}>
            {t('macs.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
