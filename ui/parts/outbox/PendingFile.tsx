/** A file that is being sent: a picture as an image, any other by name and size. */
import { FileIcon } from 'lucide-react'
import { sizeOf } from '../../catalogue/numbers.ts'
import styles from './outbox.module.css'
import { useFileUrl } from './use-pending.ts'

export default function PendingFile({ file, progress }: { file: File; progress: number | null }) {
  const url = useFileUrl(file)
  return (
    <div className={styles.file}>
      {url === null ? (
        <span className={styles.card}>
          <FileIcon size={20} aria-hidden />
          <span className={styles.name} dir="auto">
            {file.name}
          </span>
          <span className={styles.size}>{sizeOf(file.size)}</span>
        </span>
      ) : (
        <img src={url} alt={file.name} className={styles.picture} />
      )}
      {progress !== null && <progress className={styles.progress} value={progress} aria-label={file.name} />}
    </div>
  )
}
