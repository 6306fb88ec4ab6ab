/** Focuses the search field, wherever the page shows it. */

export const fieldId = 'search-field'

/** Returns false when the page shows no search field. */
export function focusSearch(): boolean {
  const field = document.getElementById(fieldId)
  if (!(field instanceof HTMLInputElement)) return false
  field.focus()
  field.select()
  return true
}
