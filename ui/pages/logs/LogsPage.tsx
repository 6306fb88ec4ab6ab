/** The live log page: filters lines by level, source, time and text, and pauses while somebody reads. */
import { Download, Eraser, Pause, Play } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../catalogue/texts.ts'
import { Button } from '../../kit/Button.tsx'
import { PageFrame } from '../../kit/PageFrame.tsx'
import { DownloadDialog } from './DownloadDialog.tsx'
import { LogBar } from './LogBar.tsx'
import { LogList } from './LogList.tsx'
import styles from './LogsPage.module.css'
import { useLogStream } from './use-log-stream.ts'
import { useLogView } from './use-log-view.ts'

export default function LogsPage() {
  const view = useLogView(useLogStream())
  const [isDownloading, setDownloading] = useState(false)
  const actions = (
    <>
      <Button size="small" onClick={view.clear}>
        <Eraser size={15} aria-hidden />
        {t('logs.clear')}
      </Button>
      <Button size="small" onClick={() => setDownloading(true)}>
        <Download size={15} aria-hidden />
        {t('logs.download')}
      </Button>
      <Button size="small" aria-pressed={view.isHeld} onClick={() => (view.isHeld ? view.resume() : view.hold())}>
        {view.isHeld ? <Play size={15} aria-hidden /> : <Pause size={15} aria-hidden />}
        {t('logs.pause')}
      </Button>
    </>
  )
  return (
    <PageFrame title={t('shell.logs')} lead={t('logs.lead')} actions={actions} width="full">
      <LogBar view={view} />
      <div className={styles.stage}>
        <LogList view={view} />
        {view.isHeld && (
          <button type="button" className={styles.pill} onClick={view.resume}>
            {view.newCount === 0 ? t('logs.resume_none') : t('logs.resume', { count: view.newCount })}
          </button>
        )}
      </div>
      {isDownloading && <DownloadDialog view={view} onClose={() => setDownloading(false)} />}
    </PageFrame>
  )
}
