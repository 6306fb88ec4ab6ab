/**
 * Switches a plugin between a sandboxed frame and running within the page. Trust is granted after a dialog that
 * explains it, and revoked at once.
 */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { PluginRecord } from '../../../src/contract/plugin.ts'
import type { PluginPage } from '../../../src/contract/plugin-page.ts'
import { client } from '../../api/client.ts'
import { useMay } from '../../api/session.ts'
import { t } from '../../catalogue/texts.ts'
import { Button } from '../../kit/Button.tsx'
import { complain } from '../../kit/complain.ts'
import { Dialog } from '../../kit/Dialog.tsx'
import styles from './Plugins.module.css'

export function PageTrust({ plugin, page: { lane, is_bundled } }: { plugin: PluginRecord; page: PluginPage }) {
  const [isAsking, setAsking] = useState(false)
  const mayTrust = useMay('admin')
  const setTrust = useTrust(plugin.name)
  if (is_bundled) return <p className={styles.trust}>{t('plugins.bundled')}</p>
  if (lane === 'page')
    return (
      <div className={styles.trust} data-trusted>
        <p>{t('plugins.trusted')}</p>
        {mayTrust && <Button onClick={() => void setTrust('framed')}>{t('plugins.untrust')}</Button>}
      </div>
    )
  return (
    <div className={styles.trust}>
      <p>{t('plugins.framed')}</p>
      {mayTrust && (
        <Button kind="quiet" onClick={() => setAsking(true)}>
          {t('plugins.trust')}
        </Button>
      )}
      {isAsking && (
        <TrustDialog
          name={plugin.display_name}
          onClose={() => setAsking(false)}
          onTrust={() => {
            setAsking(false)
            void setTrust('full')
          }}
        />
      )}
    </div>
  )
}

function useTrust(name: string) {
  const queries = useQueryClient()
  return async (trust: 'full' | 'framed') => {
    try {
      await client.trust_plugin({ name, trust })
      // Code that runs within the page stops only when the page is reloaded.
      if (trust === 'framed') location.reload()
    } catch (error) {
      complain(error)
    }
    for (const query of ['list_plugins', 'plugin_slots']) void queries.invalidateQueries({ queryKey: [query] })
  }
}

const TrustDialog = ({ name, onClose, onTrust }: { name: string; onClose: () => void; onTrust: () => void }) => (
  <Dialog
    isFixed
    title={t('plugins.trust_title', { name })}
    onClose={onClose}
    actions={
      <>
        <Button onClick={onClose}>{t('kit.cancel')}</Button>
        <Button kind="destructive" onClick={onTrust}>
          {t('plugins.trust_confirm')}
        </Button>
      </>
    }
  >
    <div className={styles.asks}>
      <p>{t('plugins.trust_can')}</p>
      <ul className={styles.bullets}>
        <li>{t('plugins.trust_reads')}</li>
        <li>{t('plugins.trust_changes')}</li>
        <li>{t('plugins.trust_blocks')}</li>
      </ul>
      <p>{t('plugins.trust_back')}</p>
    </div>
  </Dialog>
)
