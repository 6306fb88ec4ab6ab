/** Accepts files that are dropped anywhere on the page, and shows a notice while files are dragged over it. */
import { useEffect, useState } from 'react'
import { t } from '../../catalogue/texts.ts'
import styles from './composer.module.css'

export default function DropTarget({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const isOver = useDrop(onFiles)
  return isOver ? (
    <div className={styles.drop} role="status">
      <p>{t('compose.drop')}</p>
    </div>
  ) : null
}

function useDrop(onFiles: (files: readonly File[]) => void): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(true)
    }
    // The browser fires a `dragleave` for each `dragenter` between elements; only when the drag leaves the window is
    // `relatedTarget` null.
    const leave = (event: DragEvent) => event.relatedTarget === null && setOver(false)
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(false)
      onFiles([...(event.dataTransfer?.files ?? [])])
    }
    const ending = new AbortController()
    const options = { signal: ending.signal }
    document.addEventListener('dragover', over, options)
    document.addEventListener('dragleave', leave, options)
    document.addEventListener('drop', drop, options)
    return () => ending.abort()
  }, [onFiles])
  return isOver
}
