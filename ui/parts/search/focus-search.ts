/** The way into the search field, from wherever it is shown. */

export const fieldId = 'search-field'

/** False where there is none. */
export function focusSearch(): boolean {
  const field = document.getElementById(fieldId)
  if (!(field instanceof HTMLInputElement)) return false
  field.focus()
  field.select()
  return true
}
