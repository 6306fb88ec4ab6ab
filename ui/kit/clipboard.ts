/** Copies text to the clipboard, also on a page without encryption, where browsers offer no clipboard. */
export async function toClipboard(text: string): Promise<void> {
  if (isSecureContext) return navigator.clipboard.writeText(text)
  const focused = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.style.position = 'fixed'
  field.style.opacity = '0'
  // While a dialog is open, nothing outside of it can be selected.
  const around = focused?.closest('dialog') ?? document.body
  around.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus()
  if (!isCopied) throw new Error('not copied')
}
