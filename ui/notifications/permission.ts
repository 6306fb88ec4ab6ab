/** Tells whether this browser can show notifications, and whether the reader has allowed them. */

export const isPossible = (): boolean => 'Notification' in globalThis && isSecureContext
export const isAllowed = (): boolean => isPossible() && Notification.permission === 'granted'
