/** The content of a person's or group's row: picture, name, address and a note. */
import type { ReactNode } from 'react'
import type { WhitelistEntry } from '../../../../src/contract/whitelist.ts'
import { Avatar } from '../../../kit/Avatar.tsx'
import styles from './People.module.css'

interface Props {
  entry: Pick<WhitelistEntry, 'handle' | 'addresses' | 'kind' | 'display_name' | 'avatar_url'>
  note: ReactNode
}

export function EntryWords({ entry: { handle, addresses, kind, display_name: name, avatar_url: url }, note }: Props) {
  const isGroup = kind === 'group'
  return (
    <>
      <Avatar name={name} seed={handle} url={url} isGroup={isGroup} size={34} />
      <span className={styles.words}>
        <bdi className={styles.name}>{name}</bdi>
        {!isGroup && name !== handle && (
          <small>
            {addresses.map((address, index) => (
              <span key={address}>
                {index > 0 && ', '}
                <bdi>{address}</bdi>
              </span>
            ))}
          </small>
        )}
      </span>
      <small className={styles.note}>{note}</small>
    </>
  )
}
