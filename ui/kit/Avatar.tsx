/** A person's picture, or their initials on a hue of their own. */

import { Users } from 'lucide-react'
import { useState } from 'react'
import { fileAddress } from '../api/file-address.ts'
import styles from './Avatar.module.css'
import { hueOf, initialsOf } from './initials.ts'

interface Props {
  name: string
  /** Determines the hue, so that a person has the same hue everywhere. */
  seed: string
  url?: string | null
  isGroup?: boolean
  size?: number
}

export function Avatar({ name, seed, url = null, isGroup = false, size = 40 }: Props) {
  const [failed, setFailed] = useState<string | null>(null)
  const box = { inlineSize: size, blockSize: size, fontSize: size * 0.38, '--hue': hueOf(seed) } as React.CSSProperties
  if (url !== null && url !== failed)
    return (
      <img
        className={styles.avatar}
        style={box}
        src={fileAddress(url)}
        alt=""
        loading="lazy"
        decoding="async"
        onError={() => setFailed(url)}
      />
    )
  return (
    <span className={styles.avatar} style={box} aria-hidden>
      {isGroup ? <Users size={size * 0.5} /> : initialsOf(name)}
    </span>
  )
}
