/** Chooses to which address of a person a message goes; the one used last is chosen at first. */
import { useId } from 'react'
import { t } from '../../catalogue/texts.ts'
import styles from './AddressChoice.module.css'

interface Props {
  addresses: readonly string[]
  chosen: string | undefined
  choose(address: string): void
}

export default function AddressChoice({ addresses, chosen, choose }: Props) {
  const id = useId()
  return (
    <p className={styles.choice}>
      <label htmlFor={id}>{t('details.send_to')}</label>
      <select id={id} value={chosen} onChange={({ target }) => choose(target.value)}>
        {addresses.map((address) => (
          <option key={address}>{address}</option>
        ))}
      </select>
    </p>
  )
}
