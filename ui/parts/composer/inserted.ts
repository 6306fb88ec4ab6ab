/** Inserts a text into another at the caret, or in place of the selection. */
interface Written {
  text: string
  start: number
  end: number
}

export const inserted = ({ text, start, end }: Written, added: string): { text: string; caret: number } => ({
  text: `${text.slice(0, start)}${added}${text.slice(end)}`,
  caret: start + added.length,
})
