/** Saves text as a file in the reader's downloads. */

/** Revoked late, because a browser that asks where to save begins to read only after the answer. */
const keptMs = 10_000

export function saveFile({ name, type, text }: { name: string; type: string; text: string }): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), keptMs)
}
