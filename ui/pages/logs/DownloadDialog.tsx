/** Downloads log lines as a file: chooses the lines, the format, and whether addresses are masked. */
import { useId, useState } from 'react'
import { countOf } from '../../catalogue/numbers.ts'
import { t } from '../../catalogue/texts.ts'
import { Button } from '../../kit/Button.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { Field, inputClass } from '../../kit/Field.tsx'
import { saveFile } from '../save-file.ts'
import { exported, type LogFormat, logFormats } from './export.ts'
import styles from './LogBar.module.css'
import type { LogView } from './use-log-view.ts'

interface Props {
  view: LogView
  onClose: () => void
}

export function DownloadDialog({ view: { all, shown }, onClose }: Props) {
  const [which, setWhich] = useState<'shown' | 'all'>('shown')
  const [format, setFormat] = useState<LogFormat>('jsonl')
  const [maskHandles, setMaskHandles] = useState(true)
  const name = useId()
  const download = () => {
    save(exported(which === 'all' ? all : shown, { format, maskHandles }), format)
    onClose()
  }
  return (
    <Dialog
      title={t('logs.download_title')}
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={download}>
          {t('logs.download_now')}
        </Button>
      }
    >
      <div className={styles.download}>
        <fieldset aria-label={t('logs.which')}>
          {(['shown', 'all'] as const).map((one) => (
            <label key={one} className={styles.choice}>
              <input type="radio" name={name} checked={which === one} onChange={() => setWhich(one)} />
              {t(`logs.which_${one}`, { count: countOf((one === 'all' ? all : shown).length) })}
            </label>
          ))}
        </fieldset>
        <Field label={t('logs.format')}>
          {(tied) => (
            <select
              {...tied}
              className={inputClass}
              value={format}
              onChange={({ target }) => setFormat(target.value as LogFormat)}
            >
              {logFormats.map((one) => (
                <option key={one} value={one}>
                  {t(`logs.format_${one}`)}
                </option>
              ))}
            </select>
          )}
        </Field>
        <label className={styles.choice}>
          <input type="checkbox" checked={maskHandles} onChange={({ target }) => setMaskHandles(target.checked)} />
          {t('logs.mask')}
        </label>
        <p className={styles.warning}>{t(maskHandles ? 'logs.privacy_masked' : 'logs.privacy')}</p>
      </div>
    </Dialog>
  )
}

function save(text: string, format: LogFormat): void {
  const name = `log-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}.${format}`
  saveFile({ name, type: 'text/plain;charset=utf-8', text })
}
