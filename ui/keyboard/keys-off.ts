/** Stores which shortcuts somebody has switched off in this browser, by the id of the command. */
import { create } from 'zustand'
import { keepList, keptList } from '../state/kept-list.ts'

const storageKey = 'keys_off'

interface KeysOff {
  off: ReadonlySet<string>
}

export const useKeysOff = create<KeysOff>(() => ({ off: new Set(keptList(storageKey)) }))

export function switchKeys(id: string, isOn: boolean): void {
  const off = new Set(useKeysOff.getState().off)
  if (isOn) off.delete(id)
  else off.add(id)
  useKeysOff.setState({ off })
  keepList(storageKey, off)
}
