/** Keys that a person has switched off in this browser, by the command that they would run. */
import { create } from 'zustand'

const place = 'keys_off'

interface KeysOff {
  off: ReadonlySet<string>
}

function kept(): ReadonlySet<string> {
  try {
    const off: unknown = JSON.parse(localStorage.getItem(place) ?? '[]')
    return new Set(Array.isArray(off) ? off.filter((id) => typeof id === 'string') : [])
  } catch {
    return new Set()
  }
}

export const useKeysOff = create<KeysOff>(() => ({ off: kept() }))

export function switchKeys(id: string, isOn: boolean): void {
  const off = new Set(useKeysOff.getState().off)
  if (isOn) off.delete(id)
  else off.add(id)
  useKeysOff.setState({ off })
  localStorage.setItem(place, JSON.stringify([...off]))
}
