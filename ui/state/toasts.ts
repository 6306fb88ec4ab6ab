/** Short notices: three at most; a notice with an action stays until it is used or dismissed. */
import { create } from 'zustand'

interface ToastAction {
  label: string
  run: () => void
}

export interface Toast {
  id: number
  text: string
  kind: 'plain' | 'problem'
  action?: ToastAction
  /** A second action beside the first. */
  other?: ToastAction
  /** Limits how long it is shown although it has an action. */
  lastsMs?: number
}

const most = 3
let lastId = 0

interface Toasts {
  toasts: readonly Toast[]
  dismiss(id: number): void
}

export const useToasts = create<Toasts>((set) => ({
  toasts: [],
  dismiss: (id) => set(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) })),
}))

/** Shows a notice, from anywhere on the page; returns the function that removes it. */
export function notify(
  text: string,
  more: Partial<Pick<Toast, 'kind' | 'action' | 'other' | 'lastsMs'>> = {},
): () => void {
  const toast: Toast = { id: ++lastId, text, kind: 'plain', ...more }
  useToasts.setState(({ toasts }) => ({ toasts: [...toasts, toast].slice(-most) }))
  return () => useToasts.getState().dismiss(toast.id)
}
