/** The newest senders who were not relayed, each with a button that allows them. */

import { useQueryClient } from '@tanstack/react-query'
import type { BlockedSender } from '../../../src/contract/whitelist.ts'
import { useMay } from '../../api/session.ts'
import { shortTimeOf } from '../../catalogue/dates.ts'
import { t } from '../../catalogue/texts.ts'
import { Avatar } from '../../kit/Avatar.tsx'
import { Button } from '../../kit/Button.tsx'
import { complain } from '../../kit/complain.ts'
import sheet from '../../kit/sheet.module.css'
import { useKeptFocus } from '../../kit/use-kept-focus.ts'
import { notify } from '../../state/toasts.ts'
import { heldBackNote } from '../settings/people/held-back-note.ts'
import { useWhitelist } from '../settings/people/use-whitelist.ts'
import styles from './Relay.module.css'

export function HeldBackList({ senders }: { senders: readonly BlockedSender[] }) {
  const { ref, leaving } = useKeptFocus(senders.length)
  const { add } = useWhitelist()
  const queries = useQueryClient()
  const mayChange = useMay('admin')
  const allow = async ({ handle, display_name: name }: BlockedSender, index: number) => {
    leaving(index)
    try {
      await add(handle)
      notify(t('people.added', { name }))
    } catch (error) {
      complain(error)
    }
    await queries.invalidateQueries({ queryKey: ['overview'] })
  }
  return (
    <div ref={ref} className={sheet.sheet} tabIndex={-1}>
      <ul className={styles.held}>
        {senders.map((sender, index) => (
          <li key={sender.handle}>
            <Avatar
              name={sender.display_name}
              seed={sender.handle}
              url={sender.avatar_url}
              isGroup={sender.kind === 'group'}
              size={32}
            />
            <span className={styles.nodeWords}>
              <strong>
                <bdi>{sender.display_name}</bdi>
              </strong>
              <small>{heldBackNote(sender, shortTimeOf)}</small>
            </span>
            {mayChange && (
              <Button
                size="small"
                aria-label={t('people.allow_name', { name: sender.display_name })}
                onClick={() => void allow(sender, index)}
              >
                {t('people.allow')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
