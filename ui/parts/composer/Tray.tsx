/** Lists the attached files, each with its problem if it has one. */
import { FileIcon, X } from 'lucide-react'
import { sizeOf } from '../../catalogue/numbers.ts'
import { t } from '../../catalogue/texts.ts'
import type { Attached } from '../../drafts/attached.ts'
import { IconButton } from '../../kit/Button.tsx'
import { useFileUrl } from '../outbox/use-pending.ts'
import styles from './composer.module.css'
import { useMaxBytes } from './use-sending.ts'

export default function Tray({
  attached,
  onRemove,
}: {
  attached: readonly Attached[]
  onRemove: (id: number) => void
}) {
  const maxBytes = useMaxBytes()
  return (
    <>
      <ul className={styles.tray} aria-label={t('compose.files')}>
        {attached.map((one) => (
          <TrayFile key={one.id} attached={one} onRemove={() => onRemove(one.id)} />
        ))}
      </ul>
      {maxBytes !== undefined && <p className={styles.limit}>{t('compose.limit', { size: sizeOf(maxBytes) })}</p>}
    </>
  )
}

function TrayFile({ attached: { file, problem }, onRemove }: { attached: Attached; onRemove: () => void }) {
  const url = useFileUrl(file)
  return (
    <li className={styles.item} data-problem={problem ?? undefined}>
      {url === null ? <FileIcon size={24} aria-hidden /> : <img src={url} alt="" className={styles.preview} />}
      <div className={styles.about}>
        <span className={styles.name} dir="auto">
          {file.name}
        </span>
        <span className={styles.size}>{problem === null ? sizeOf(file.size) : t(`compose.${problem}`)}</span>
      </div>
      <IconButton label={t('compose.remove', { name: file.name })} onClick={onRemove}>
        <X size={16} aria-hidden />
      </IconButton>
    </li>
  )
}
